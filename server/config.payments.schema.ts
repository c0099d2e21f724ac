import { z } from 'zod';
import { PAYMENT_METHODS } from '#shared/payment-methods.ts';

export const link = z.url({ protocol: /^https?$/ }).or(z.literal(''));
/** The first is used to sign, all are accepted: allows rotation without losing webhooks. */
const secrets = z
  .string()
  .regex(/^([^\s,]{8,200}(,[^\s,]{8,200}){0,3})?$/, 'must be up to four secrets separated by commas');

/** A method that several providers take, and one of them. */
const THROUGH = `(${Object.entries(PAYMENT_METHODS)
  .filter(([, { gateways }]) => gateways.length > 1)
  .map(([method, { gateways }]) => `${method}=(${gateways.join('|')})`)
  .join('|')})`;

/** Payment variables, each with one sentence; part of the complete schema (config.schema.ts). */
export const paymentSettings = {
  PAYMENT_GATEWAYS: z
    .string()
    .regex(
      new RegExp(`^${THROUGH}(,${THROUGH})*$`),
      'must be such as card=mpgs,alipay=paydollar,wechat=eft,jetco=jetco',
    )
    .default('card=mpgs,alipay=paydollar,wechat=eft,jetco=jetco')
    .describe(
      'provider of each payment method that several providers support; other methods use any provider that supports them',
    ),
  CHARGEBACK_KEEPS_ACCESS: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: entitlements survive a chargeback until staff ends them; no: the unused part ends immediately'),
  PAYDOLLAR_URL: link
    .default('')
    .describe(
      'base URL of PayDollar, such as https://www.paydollar.com/b2c2/eng; empty: the sandbox in the demo, otherwise not offered',
    ),
  PAYDOLLAR_MERCHANT_ID: z
    .string()
    .regex(/^\d{0,20}$/, 'must be digits')
    .default('')
    .describe('merchant id at PayDollar; empty: that of the sandbox'),
  PAYDOLLAR_SECRETS: secrets
    .default('')
    .describe(
      'secrets of the secure hash, separated by commas: the first one signs and all are accepted, which allows rotation',
    ),
  PAYDOLLAR_HASH: z
    .enum(['sha1', 'sha256', 'sha512'])
    .default('sha1')
    .describe('secure hash algorithm configured for the account at PayDollar'),
  PAYDOLLAR_LOGIN_ID: z.string().max(100).default('').describe('login for the API of PayDollar'),
  PAYDOLLAR_PASSWORD: z.string().max(200).default('').describe('password for the API of PayDollar'),
  PAYDOLLAR_METHODS: z
    .string()
    .regex(
      /^(card|alipay|wechat)=\w{1,20}(,(card|alipay|wechat)=\w{1,20})*$/,
      'must be such as card=CC,alipay=ALIPAYHKONL',
    )
    .default('card=CC,alipay=ALIPAYHKONL,wechat=WECHATONL')
    .describe('payment methods of the account at PayDollar, with its names for them; other methods are not offered'),
  PAYDOLLAR_RECURRING: z
    .enum(['schedule', 'member'])
    .default('schedule')
    .describe(
      'how plans are renewed through PayDollar: schedule, by its own calendar; member, by charging a stored card',
    ),
  PAYDOLLAR_HOLD: z
    .enum(['yes', 'no'])
    .default('yes')
    .describe('no: the account at PayDollar cannot authorise, so a card is checked by a sale that is refunded'),
  PAYDOLLAR_REFUND_WORD: z
    .enum(['RequestRefund', 'Refund'])
    .default('RequestRefund')
    .describe('action name of a refund at PayDollar'),
  MPGS_URL: link
    .default('')
    .describe(
      'host of the Mastercard gateway, such as https://ap-gateway.mastercard.com; empty: the sandbox in the demo, otherwise not offered',
    ),
  MPGS_VERSION: z.coerce
    .number()
    .int()
    .min(74)
    .max(200)
    .default(100)
    .describe('version of the API of the Mastercard gateway'),
  MPGS_MERCHANT_ID: z
    .string()
    .regex(/^[\w-]{0,40}$/)
    .default('')
    .describe('merchant id at the Mastercard gateway; empty: that of the sandbox'),
  MPGS_PASSWORD: z.string().max(200).default('').describe('password for the API of the Mastercard gateway'),
  MPGS_WEBHOOK_SECRETS: secrets
    .default('')
    .describe(
      'webhook secrets of the Mastercard gateway, separated by commas: all are accepted, which allows rotation',
    ),
  MPGS_MERCHANT_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('CR電台')
    .describe('merchant name shown on the page of the Mastercard gateway'),
  MPGS_MODE: z
    .enum(['page', 'embedded'])
    .default('page')
    .describe('page: redirect to the page of the Mastercard gateway; embedded: show it in a frame'),
  PAYME_URL: link
    .default('')
    .describe(
      'base URL of PayMe for Business, https://api.payme.hsbc.com.hk; empty: the sandbox in the demo, otherwise not offered',
    ),
  PAYME_CLIENT_ID: z.string().max(200).default('').describe('client id at PayMe; valid for a year'),
  PAYME_CLIENT_SECRET: z.string().max(200).default('').describe('client secret at PayMe; empty: that of the demo'),
  PAYME_KEY_ID: z
    .string()
    .regex(/^[\w.:-]{0,100}$/)
    .default('')
    .describe('id of the signing key at PayMe'),
  PAYME_SIGNING_SECRETS: secrets
    .default('')
    .describe(
      'signing keys as shown in the portal of PayMe, separated by commas: the first one signs and all are accepted, which allows rotation',
    ),
  EFT_URL: link
    .default('')
    .describe('base URL of eft Payments, https://host/VMP; empty: the sandbox in the demo, otherwise not offered'),
  EFT_USER_CONFIRM_KEY: z
    .string()
    .regex(/^\w{0,12}$/)
    .default('')
    .describe('merchant key at EFT'),
  EFT_SECRETS: secrets
    .default('')
    .describe(
      'secrets shared with EFT, separated by commas: the first one signs and all are accepted, which allows rotation',
    ),
  EFT_METHODS: z
    .string()
    .regex(
      /^(alipay|wechat|jetco)(,(alipay|wechat|jetco)){0,2}$/,
      'must be a list of alipay, wechat and jetco, separated by commas',
    )
    .default('alipay,wechat')
    .describe('payment methods offered through EFT: alipay, wechat, jetco, separated by commas'),
  EFT_ALIPAY_RAIL: z
    .enum(['alipay', 'alipayplus'])
    .default('alipay')
    .describe('rail of Alipay that the account at EFT is on'),
  EFT_DESKTOP: z
    .enum(['qr', 'web'])
    .default('qr')
    .describe('how members pay through EFT on a desktop: qr, a code on our page; web, the page of the provider'),
  JETCO_URL: link
    .default('')
    .describe('URL of the JETCO page of the bank; empty: the sandbox in the demo, otherwise not offered'),
  JETCO_MERCHANT_ID: z
    .string()
    .regex(/^\w{0,30}$/)
    .default('')
    .describe('merchant id at JETCO'),
  JETCO_SECRETS: secrets
    .default('')
    .describe(
      'seeds shared with the bank for JETCO, separated by commas: the first one signs and all are accepted, which allows rotation',
    ),
  OFFLINE_PAYEE: z.string().max(100).default('').describe('payee of cheques and deposits; empty: not shown'),
  OFFLINE_BANK: z.string().max(100).default('').describe('bank for deposits; empty: not shown'),
  OFFLINE_ACCOUNT: z.string().max(50).default('').describe('account number for deposits; empty: not shown'),
  OFFLINE_POSTAL_ADDRESS: z.string().max(200).default('').describe('postal address for cheques; empty: not shown'),
  PAYMENT_TEST_PAGE: z
    .enum(['on', 'off'])
    .default('off')
    .describe('on: members may try PayDollar at /member/userinfo/testingPaydollarSubscription'),
};

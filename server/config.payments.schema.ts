import { z } from 'zod';

export const link = z.url({ protocol: /^https?$/ }).or(z.literal(''));
/** The first is used to sign, all are accepted: allows rotation without losing webhooks. */
const secrets = z
  .string()
  .regex(/^([^\s,]{8,200}(,[^\s,]{8,200}){0,3})?$/, 'must be up to four secrets with commas between');

const THROUGH = '(card=(mpgs|paydollar)|(alipay|wechat)=(paydollar|eft)|jetco=(jetco|eft))';

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
      'through whom members pay by a method that several providers take; a method that is not named, or whose provider has no account here, goes through whoever takes it',
    ),
  CHARGEBACK_KEEPS_ACCESS: z
    .enum(['yes', 'no'])
    .default('no')
    .describe(
      'yes: what a payment bought stays when its bank takes it back, until a person ends it; no: what is not used ends at once',
    ),
  PAYDOLLAR_URL: link
    .default('')
    .describe(
      'base of the pages and calls of PayDollar, such as https://www.paydollar.com/b2c2/eng; empty: the sandbox, outside the demo nobody pays by it',
    ),
  PAYDOLLAR_MERCHANT_ID: z
    .string()
    .regex(/^\d{0,20}$/, 'must be digits')
    .default('')
    .describe('our number at PayDollar; empty: that of the sandbox'),
  PAYDOLLAR_SECRETS: secrets
    .default('')
    .describe(
      'secrets of the secure hash, with commas between: the first signs, all are believed, so that one can be put in place of another',
    ),
  PAYDOLLAR_HASH: z
    .enum(['sha1', 'sha256', 'sha512'])
    .default('sha1')
    .describe('secure hash as it is set for the account at PayDollar'),
  PAYDOLLAR_LOGIN_ID: z.string().max(100).default('').describe('log-in of the API of PayDollar'),
  PAYDOLLAR_PASSWORD: z.string().max(200).default('').describe('password of the API of PayDollar'),
  PAYDOLLAR_METHODS: z
    .string()
    .regex(
      /^(card|alipay|wechat)=\w{1,20}(,(card|alipay|wechat)=\w{1,20})*$/,
      'must be such as card=CC,alipay=ALIPAYHKONL',
    )
    .default('card=CC,alipay=ALIPAYHKONL,wechat=WECHATONL')
    .describe(
      'what the account at PayDollar takes, by the words it has for it; a method that is not named is not offered',
    ),
  PAYDOLLAR_RECURRING: z
    .enum(['schedule', 'member'])
    .default('schedule')
    .describe(
      'how plans are renewed by PayDollar: schedule, by its own calendar; member, by us with a card that is kept there',
    ),
  PAYDOLLAR_HOLD: z
    .enum(['yes', 'no'])
    .default('yes')
    .describe(
      'no: the account at PayDollar cannot hold money, so that the check of a card is a sale that is given back',
    ),
  PAYDOLLAR_REFUND_WORD: z
    .enum(['RequestRefund', 'Refund'])
    .default('RequestRefund')
    .describe('word by which PayDollar is asked for a refund'),
  MPGS_URL: link
    .default('')
    .describe(
      'host of the Mastercard gateway, such as https://ap-gateway.mastercard.com; empty: the sandbox, outside the demo nobody pays by it',
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
    .describe('our name at the Mastercard gateway; empty: that of the sandbox'),
  MPGS_PASSWORD: z.string().max(200).default('').describe('password of the API of the Mastercard gateway'),
  MPGS_WEBHOOK_SECRETS: secrets
    .default('')
    .describe(
      'secrets of the notices of the Mastercard gateway, with commas between: all are believed, so that one can be put in place of another',
    ),
  MPGS_MERCHANT_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('CR電台')
    .describe('name that payers read on the page of the Mastercard gateway'),
  MPGS_MODE: z
    .enum(['page', 'embedded'])
    .default('page')
    .describe('page: payers go to the page of the Mastercard gateway; embedded: it stands in a frame of ours'),
  PAYME_URL: link
    .default('')
    .describe(
      'base address of PayMe for Business, https://api.payme.hsbc.com.hk; empty: the sandbox in the demo, else PayMe is not offered',
    ),
  PAYME_CLIENT_ID: z.string().max(200).default('').describe('client id at PayMe; it lives a year'),
  PAYME_CLIENT_SECRET: z.string().max(200).default('').describe('client secret at PayMe; empty: that of the demo'),
  PAYME_KEY_ID: z
    .string()
    .regex(/^[\w.:-]{0,100}$/)
    .default('')
    .describe('id of the signing key at PayMe'),
  PAYME_SIGNING_SECRETS: secrets
    .default('')
    .describe(
      'signing key as the portal of PayMe shows it, with commas between several: the first signs, all are believed, so that one can be put in place of another',
    ),
  EFT_URL: link
    .default('')
    .describe(
      'base address of the platform of eft Payments, https://host/VMP; empty: the sandbox in the demo, else EFT is not offered',
    ),
  EFT_USER_CONFIRM_KEY: z
    .string()
    .regex(/^\w{0,12}$/)
    .default('')
    .describe('merchant key at EFT'),
  EFT_SECRETS: secrets
    .default('')
    .describe(
      'secrets shared with EFT, with commas between: the first signs, all are believed, so that one can be put in place of another',
    ),
  EFT_METHODS: z
    .string()
    .regex(
      /^(alipay|wechat|jetco)(,(alipay|wechat|jetco)){0,2}$/,
      'must be of alipay, wechat and jetco, with commas between',
    )
    .default('alipay,wechat')
    .describe('what members may pay with through EFT: alipay, wechat, jetco, with commas between'),
  EFT_ALIPAY_RAIL: z
    .enum(['alipay', 'alipayplus'])
    .default('alipay')
    .describe('rail of Alipay that the account at EFT is on'),
  EFT_DESKTOP: z
    .enum(['qr', 'web'])
    .default('qr')
    .describe("how members pay through EFT on a desktop: qr, a code on our page; web, the provider's page"),
  JETCO_URL: link
    .default('')
    .describe("address of the bank's page for JETCO; empty: the sandbox in the demo, else JETCO is not offered"),
  JETCO_MERCHANT_ID: z
    .string()
    .regex(/^\w{0,30}$/)
    .default('')
    .describe('merchant id at JETCO'),
  JETCO_SECRETS: secrets
    .default('')
    .describe(
      'seeds shared with the bank for JETCO, with commas between: the first signs, all are believed, so that one can be put in place of another',
    ),
  OFFLINE_PAYEE: z
    .string()
    .max(100)
    .default('')
    .describe('who cheques and deposits are written out to; empty: not told'),
  OFFLINE_BANK: z.string().max(100).default('').describe('bank that deposits are paid in at; empty: not told'),
  OFFLINE_ACCOUNT: z
    .string()
    .max(50)
    .default('')
    .describe('number of the account that deposits are paid into; empty: not told'),
  OFFLINE_POSTAL_ADDRESS: z.string().max(200).default('').describe('where cheques are posted to; empty: not told'),
  PAYMENT_TEST_PAGE: z
    .enum(['on', 'off'])
    .default('off')
    .describe('on: members may try PayDollar at /member/userinfo/testingPaydollarSubscription'),
};

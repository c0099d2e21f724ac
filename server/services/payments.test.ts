import { expect, it } from 'vitest';
import { PROVIDERS } from '#shared/payment-enums.ts';
import { PAYMENT_METHODS } from '#shared/payment-methods.ts';
import { readConfig } from '#server/config.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { offeredMethods } from '#domain/purchases/purchases.ts';
import { createEftGateway } from '#server/outside/eft/account.ts';
import { createJetcoGateway } from '#server/outside/jetco/account.ts';
import { createMpgsGateway } from '#server/outside/mpgs/account.ts';
import { createPaydollarGateway } from '#server/outside/paydollar/account.ts';
import { createPaymeGateway } from '#server/outside/payme/account.ts';

function configured(config: ReturnType<typeof readConfig>): PaymentServices['gateways'] {
  const gateways = {
    mpgs: createMpgsGateway(config),
    payme: createPaymeGateway(config),
    paydollar: createPaydollarGateway(config),
    jetco: createJetcoGateway(config),
    eft: createEftGateway(config),
  };
  return Object.fromEntries(Object.entries(gateways).filter(([, gateway]) => gateway !== null));
}

function offered(env: Record<string, string>) {
  const config = readConfig(env);
  return Object.fromEntries(
    offeredMethods(configured(config), config.PAYMENT_GATEWAYS).map(({ method, gateway, renews }) => [
      method,
      renews ? `${gateway}, renews` : gateway,
    ]),
  );
}

it('reaches each provider by some method, as the demo is set up', () => {
  const reached = Object.values(offered({})).map((through) => through.split(',')[0]);
  expect(new Set(reached)).toEqual(new Set(PROVIDERS));
});

it('offers each method once, through whom the configuration says', () => {
  expect(offered({})).toEqual({
    card: 'mpgs, renews',
    payme: 'payme',
    alipay: 'paydollar',
    wechat: 'eft',
    jetco: 'jetco',
  });
  expect(offered({ PAYMENT_GATEWAYS: 'card=paydollar,alipay=eft,wechat=paydollar' })).toMatchObject({
    card: 'paydollar, renews',
    alipay: 'eft',
    wechat: 'paydollar',
  });
});

it('goes to whoever takes a method where the one that is named does not, and offers none that nobody takes', () => {
  expect(offered({ PAYDOLLAR_METHODS: 'card=CC', EFT_METHODS: 'alipay' })).toEqual({
    card: 'mpgs, renews',
    payme: 'payme',
    alipay: 'eft',
    jetco: 'jetco',
  });
});

it('has in the table of methods whatever an adapter takes', () => {
  const config = readConfig({ EFT_METHODS: 'alipay,wechat,jetco' });
  for (const { name, methods } of Object.values(configured(config)))
    for (const method of methods) expect(PAYMENT_METHODS[method].gateways, `${method} by ${name}`).toContain(name);
});

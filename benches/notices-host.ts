import { fastify } from 'fastify';
import { openDatabase } from '#db/database.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { eftGateway } from '#server/outside/eft/gateway.ts';
import { createPaymentTickets } from '#server/services/payments.ts';
import { paymentWebhooks } from '#server/web/payment-webhooks.ts';
import { ACCOUNTS, SITE_URL } from '#tests/simulation/accounts.ts';

// A process that receives provider webhooks like the site, and a route that stores the same bytes with one INSERT.

const [, , databaseUrl = '', port = ''] = process.argv;
const { db, pool } = openDatabase(databaseUrl, { max: 10 });
await pool.query(
  'create table if not exists bare_notices (id bigserial primary key, body text not null, at timestamptz)',
);
const clock = () => new Date();
const services: PaymentServices = {
  db,
  clock,
  siteUrl: SITE_URL,
  secretKey: 'a key for benches of thirty-two letters',
  gateways: {
    eft: eftGateway({
      url: 'http://127.0.0.1:9',
      siteUrl: SITE_URL,
      userConfirmKey: ACCOUNTS.eft.userConfirmKey,
      secrets: [ACCOUNTS.eft.secret],
      methods: ['alipay'],
      alipayRail: 'alipay',
      desktop: 'qr',
      clock,
    }),
  },
  fulfilments: {},
  onAccessChanged: async () => {},
};
const app = fastify();
await app.register((scope) =>
  paymentWebhooks(scope, { db, services, tickets: createPaymentTickets('a key of thirty-two letters or so'), clock }),
);
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.post('/bare', async (request) => {
    await pool.query({
      name: 'bare',
      text: 'insert into bare_notices (body, at) values ($1, $2)',
      values: [request.body, new Date()],
    });
    return '{"return_code":"success"}';
  });
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('ready\n');
process.stdin.on('end', () => process.exit(0)).resume();

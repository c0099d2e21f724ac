import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { openDatabase } from '#db/database.ts';
import { cancelOrder } from '#domain/payments/payments.ts';
import { salesApi } from '#domain/sales/sales.api.ts';
import { createSaleQueue } from '#domain/sales/sales.ts';
import { standingOf } from '#domain/quotas/quotas.ts';
import { installErrors } from '#server/web/errors.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import { createSalesHouse } from '#tests/factories/money/sales.ts';

// A process that sells seats like the site, trusting the given identity; it records the order of first requests.

const [, , databaseUrl = '', port = '', seats = ''] = process.argv;
const { db } = openDatabase(databaseUrl, { max: 10 });
const clock = () => new Date();
const house = await createSalesHouse(db, { seats: Number(seats) });
const services = {
  ...house.sales,
  payments: { ...house.services, clock },
  queue: createSaleQueue({ db, clock }),
};
const arrived = new Set<number>();
const memberOf = (header: unknown): number => Number(header);

const app = fastify();
installErrors(app);
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.decorateRequest('actor', function actor() {
  return Promise.resolve(memberActor(memberOf(this.headers['x-member'])));
});
app.addHook('onRequest', (request, _reply, done) => {
  if (request.headers['x-member'] !== undefined) arrived.add(memberOf(request.headers['x-member']));
  done();
});
await app.register((scope) => salesApi(scope, { services, clock }));
app.post('/give-up/:order', async (request) => {
  const memberId = memberOf(request.headers['x-member']);
  await cancelOrder(services.payments, memberActor(memberId), Number((request.params as { order: string }).order));
  return {};
});
app.get('/arrived', () => [...arrived]);
app.get('/standing', async () => (await standingOf(db, [house.quotaId])).get(house.quotaId));
await app.listen({ host: '127.0.0.1', port: Number(port), backlog: REQUEST_LIMITS.connectionsWaiting });
process.stdout.write('ready\n');
process.stdin.on('end', () => process.exit(0)).resume();

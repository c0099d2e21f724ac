// Takes uploads of films, in a separate process that tests kill. Uses DATABASE_URL, FOLDER, ACCOUNT (id) and PORT.
import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { openDatabase } from '#db/database.ts';
import { FILM_UPLOADS } from '#domain/film-making/film-uploads.rules.ts';
import { filmUploadsOf } from '#domain/film-making/film-uploads.ts';
import { uploadsStaffApi } from '#domain/uploads/uploads.staff.api.ts';
import { createFilmWork } from '#server/outside/disk/film-work.ts';
import { installErrors } from '#server/web/errors.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', ACCOUNT: account = '', PORT: port = '' } = process.env;
const { db } = openDatabase(url);
const app = fastify();
installErrors(app);
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.decorateRequest('staff', async () => ({
  accountId: Number(account),
  name: 'chan',
  email: 'chan@radio.example',
  sessionId: 1,
  roles: [{ role: 'producer', scope: null, permissions: ['films.edit'] }] as never,
  provedAt: new Date(),
}));
const work = createFilmWork(folder);
const services = filmUploadsOf({ db, work });
await app.register((scope) => uploadsStaffApi(scope, { kind: FILM_UPLOADS, services, clock: () => new Date() }));
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('listening\n');

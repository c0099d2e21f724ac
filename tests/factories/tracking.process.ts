// Receives reports in a separate process that tests kill. Uses DATABASE_URL. Prints its port.
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#db/database.ts';
import { createTestTracking, createTrackingApp } from './tracking.ts';

const { DATABASE_URL: url = '' } = process.env;
const { db } = openDatabase(url, { max: 2 });
const app = await createTrackingApp(createTestTracking({ db, url }, () => new Date()));
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);

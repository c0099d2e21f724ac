// A media origin in a separate process that tests kill. Uses DATABASE_URL, FOLDER and PORT.
import { flushCompileCache } from 'node:module';
import { openDatabase } from '#db/database.ts';
import { startOrigin } from '#tests/factories/media/media-origin.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', PORT: port = '' } = process.env;
const database = openDatabase(url);
await startOrigin(database, { folder, port: Number(port) });
process.stdout.write('ready\n');
// For the process that follows this one, which is killed.
flushCompileCache();

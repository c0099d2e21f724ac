import { explain, prepare } from './prepare.ts';

try {
  const prepared = await prepare((line) => console.log(line), { listen: false });
  await prepared.release();
  console.log('The database has its newest shape.');
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

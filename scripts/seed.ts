import { explain, prepare } from './prepare.ts';

try {
  const prepared = await prepare((line) => console.log(line), { listen: false });
  await prepared.release();
  console.log('The database is seeded.');
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

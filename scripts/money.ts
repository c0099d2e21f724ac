// npm run money -- VERB … [--who NAME --why REASON] [--do]: manages orders and the books. Changes require who and why,
// and are a dry run unless --do is given. Uses the running station's database, and changes take effect immediately;
// providers are called by the station itself.
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { readConfig } from '#server/config.ts';
import { moneyActions } from '#server/desk/desk-money.ts';
import { createPaymentServices } from '#server/services/payments.ts';
import { ledgerKeyOf, secretKeyOf } from '#server/services/secret-key.ts';
import { FILM_CHANGES, FILM_CHANGES_USAGE, FILM_LOOKS, FILM_LOOKS_USAGE } from './money-films.ts';
import {
  HINT,
  ORDER_CHANGES,
  ORDER_CHANGES_USAGE,
  ORDER_LOOKS,
  ORDER_LOOKS_USAGE,
  type MoneyVerb,
} from './money-orders.ts';
import { PLAN_CHANGES, PLAN_CHANGES_USAGE, PLAN_LOOKS, PLAN_LOOKS_USAGE } from './money-plans.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { refusalText, runAction } from './run-action.ts';
import { runVerb } from './dry-run.ts';
import { StartError } from './start-errors.ts';

const USAGE = `Usage, to inspect:
${ORDER_LOOKS_USAGE}
${PLAN_LOOKS_USAGE}
${FILM_LOOKS_USAGE}
to change (each needs --who NAME --why REASON, and --do to apply the change):
${ORDER_CHANGES_USAGE}
${PLAN_CHANGES_USAGE}
${FILM_CHANGES_USAGE}`;

const LOOKS = { ...ORDER_LOOKS, ...PLAN_LOOKS, ...FILM_LOOKS };
const CHANGES: Readonly<Record<string, MoneyVerb>> = { ...ORDER_CHANGES, ...PLAN_CHANGES, ...FILM_CHANGES };

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      who: { type: 'string', default: '' },
      why: { type: 'string', default: '' },
      do: { type: 'boolean', default: false },
    },
  });
  const [verb = '', ...words] = positionals;
  const look = Object.hasOwn(LOOKS, verb) ? LOOKS[verb] : undefined;
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (!look && !change) throw new StartError(verb === '' ? USAGE : `Unknown command "${verb}". ${HINT}`);
  const { who, why, do: isMeant } = values;
  if (change && (!who.trim() || !why.trim())) throw new StartError('Both --who NAME and --why REASON are required.');
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  const clock = () => new Date();
  try {
    if (look) console.log((await look(database.db, words, clock(), ledgerKeyOf(config))).join('\n'));
    if (change) {
      const now = clock();
      const spoken = change(words, now);
      const said = await runVerb(database.db, isMeant, async (tx) => {
        const payments = createPaymentServices(config, { db: tx, clock, secretKey: secretKeyOf(config) });
        const call = { hand: { who, why }, now, isPreview: !isMeant };
        return spoken.say(await runAction(tx, moneyActions({ config, payments }), spoken, call), tx);
      });
      console.log(said.join('\n'));
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(refusalText(error));
  process.exit(1);
}

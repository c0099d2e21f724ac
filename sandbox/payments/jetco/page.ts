import { createHash, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dayHkOf } from '#shared/hk-time.ts';
import { escapeHtml as escape, sendInboxPage } from '../../inbox-page.ts';
import { createFaults } from '../faults.ts';
import { formOf, readForms } from '../forms.ts';
import { isBehaviour, MAGIC_CENTS, openBank, type Behaviour, type Deal } from '../wallet-bank.ts';
import { allowFormsTo, chosenOf, hkd, walletControlPage } from '../wallet-control-page.ts';

export interface JetcoSandboxOptions {
  merchantId: string;
  seed: string;
  /** Path of its book. */
  path: string;
  /** Public URL of the site, for returning browsers. */
  siteUrl: string;
  clock?: () => Date;
  base?: string;
}

type Fields = Record<string, string>;

const REQUEST = ['mid', 'inv', 'amt', 'cur', 'loc', 'tt', 'ct', 'rurl'] as const;
/** A bank's page stays open long, but not forever. */
const OPEN_SECONDS = 86_400;

/** The payer's choices: state word, result code, and what the browser returns. */
const CHOICES = {
  pays: { sts: 'AP', rc: '0', words: 'Pay' },
  twice: { sts: 'AP', rc: '0', words: 'Pay; the browser may return several times' },
  never: { sts: 'AP', rc: '0', words: 'Pay; the browser never returns' },
  otherAmount: { sts: 'AP', rc: '0', words: 'Pay HK$1.00 more than requested' },
  badSignature: { sts: 'AP', rc: '0', words: 'Pay; the return has an invalid hash' },
  muddled: { sts: 'AP', rc: '0', words: 'Pay; the return may also report a rejection' },
  odd: { sts: 'ZZ', rc: '99', words: 'Unknown state' },
  'RJ-05': { sts: 'RJ', rc: '05', words: 'Rejected: do not honour' },
  'RJ-51': { sts: 'RJ', rc: '51', words: 'Rejected: insufficient funds' },
  'RJ-54': { sts: 'RJ', rc: '54', words: 'Rejected: expired card' },
  TO: { sts: 'TO', rc: '68', words: 'Timed out' },
  CC: { sts: 'CC', rc: '17', words: 'Cancelled by the payer' },
  leave: { sts: '', rc: '', words: 'Leave without paying' },
} as const;
type Choice = keyof typeof CHOICES;
/** The magic cents of all stand-ins, as far as they apply to a page without webhooks. */
function chosenByAmount(cents: number): Choice {
  const magic = MAGIC_CENTS[cents % 100] ?? 'pays';
  return magic === 'declined' ? 'RJ-05' : isChoice(magic) ? magic : 'pays';
}
const isChoice = (word: string): word is Choice => Object.hasOwn(CHOICES, word);

const behaviourOf = (choice: Choice): Behaviour => (isBehaviour(choice) ? choice : 'pays');

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** The provider's response hash, implemented independently, so that an error of the site is not repeated here. */
function answerHash(seed: string, f: Fields): string {
  const rn = f['rn'] === '' ? 'null' : f['rn'];
  return hash(
    `${f['mid']}${f['inv']}${f['amt']}${f['cur']}${f['tt']}${f['loc']}${f['rc']}${rn}${f['eci']}${f['sts']}${f['cip']}${f['cb']}${f['ac']}${f['lstn']}${f['sd']}${f['cbt']}${f['ar']}${seed}`,
  );
}

/** Stand-in for a bank's hosted page for JETCO: it reports only through the browser. */
export async function jetcoSandbox(
  app: FastifyInstance,
  { merchantId, seed, path, siteUrl, clock = () => new Date(), base = '/sandbox/jetco' }: JetcoSandboxOptions,
): Promise<void> {
  const bank = openBank(path, { clock });
  const faults = createFaults();
  const hidden = { schema: { hide: true } };
  readForms(app);
  allowFormsTo(app, siteUrl);

  const show = (reply: FastifyReply, words: string, more = '') =>
    sendInboxPage(reply, 'JETCO (sandbox)', `<p>${words}</p>${more}`);

  /** Why a request is refused; null if it is accepted. */
  function refuses(fields: Fields): string | null {
    const text = REQUEST.map((name) => fields[name] ?? '').join('');
    if (fields['hv'] !== hash(text + seed)) return 'The hash is invalid.';
    if (fields['mid'] !== merchantId) return 'The merchant is unknown.';
    if (!/^[\w-]{1,18}$/.test(fields['inv'] ?? '')) return 'The invoice number is invalid.';
    if (!/^\d{1,7}\.\d{2}$/.test(fields['amt'] ?? '') || fields['cur'] !== '344') return 'The amount is invalid.';
    if (fields['tt'] !== '7') return 'The transaction type is not a sale.';
    // A client that knows the demo's seed must not redirect browsers elsewhere.
    if (!fields['rurl']?.startsWith(`${siteUrl}/`)) return 'The return URL belongs to another site.';
    const before = bank.ofNumber(fields['inv'] ?? '');
    if (before && (before.paid || before.closed || before.asked['hv'] !== fields['hv']))
      return 'The invoice number was already used.';
    return null;
  }

  function choices(deal: Deal): string {
    const magic = chosenByAmount(deal.cents);
    const options = Object.entries(CHOICES).map(
      ([choice, { words }]) =>
        `<option value="${choice}"${choice === magic ? ' selected' : ''}>${escape(words)}</option>`,
    );
    return `<section class="card"><p><strong>${hkd(deal.cents)}</strong></p><p><small>${escape(deal.number)}</small></p><form class="column" method="post" action="${base}/page/${deal.id}"><label>會發生甚麼 What happens<select name="do">${options.join('')}</select></label><button>確認 Go on</button></form></section>`;
  }

  app.post('/page', hidden, async (request, reply) => {
    const asked = Object.fromEntries(formOf(request));
    const refused = refuses(asked);
    if (refused !== null) return show(reply.code(400), refused);
    const number = asked['inv'] ?? '';
    const cents = Math.round(Number(asked['amt']) * 100);
    // A reloaded page keeps its deal.
    const deal =
      bank.ofNumber(number) ?? bank.open({ id: number, number, cents, what: '', wallet: 'JETCO', asked }, OPEN_SECONDS);
    return show(reply, 'Pay with JETCO Pay or a card.', choices(deal));
  });

  /** The form posted by the returning browser. */
  function wayBack(deal: Deal, choice: Choice, { sts, rc }: { sts: string; rc: string }, label: string): string {
    const { asked, paid } = deal;
    const isApproved = sts === 'AP';
    const fields: Fields = {
      mid: merchantId,
      inv: deal.number,
      amt: ((paid && isApproved ? paid.cents : deal.cents) / 100).toFixed(2),
      cur: '344',
      tt: asked['tt'] ?? '',
      loc: asked['loc'] ?? '',
      rc,
      rn: isApproved ? (asked['reference'] ?? '') : '',
      eci: isApproved ? '05' : '',
      sts,
      cip: '203.0.113.10',
      cb: 'V',
      ac: isApproved ? 'A12345' : '',
      lstn: '0008',
      sd: dayHkOf(bank.now()).replaceAll('-', ''),
      cbt: '',
      ar: '',
    };
    const hv = answerHash(choice === 'badSignature' ? 'another seed' : seed, fields);
    const inputs = Object.entries({ ...fields, hv }).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
    );
    return `<form method="post" action="${escape(asked['rurl'] ?? '')}">${inputs.join('')}<button>${label}</button></form>`;
  }

  app.post<{ Params: { id: string } }>('/page/:id', hidden, async (request, reply) => {
    const found = bank.get(request.params.id);
    if (!found) return reply.callNotFound();
    const given = chosenOf(request, found);
    const choice = isChoice(given) ? given : chosenByAmount(found.cents);
    const send = (words: string, more = '') => show(reply, words, more);
    const { sts, rc } = CHOICES[choice];
    if (choice === 'leave') return send('Nothing was paid, and the shop is not notified.');
    if (choice === 'odd')
      return send(
        'The payment is in an unknown state.',
        wayBack(found, choice, { sts, rc }, '返回商戶 Back to the shop'),
      );
    if (sts !== 'AP') {
      if (!bank.close(found, sts === 'CC' ? 'cancelled' : 'declined', choice)) return send('The payment has expired.');
      return send(`Not paid: ${choice}.`, wayBack(found, choice, { sts, rc }, '返回商戶 Back to the shop'));
    }
    const reference = String(randomInt(1e11)).padStart(12, '5');
    const asked = { ...found.asked, reference };
    const paid = bank.pay({ ...found, asked }, found.number, behaviourOf(choice));
    if (!paid) return send('The payment has expired or was already paid.');
    const words = `Paid ${hkd(paid.paid?.cents ?? 0)}.`;
    if (choice === 'never') return send(`${words} The browser does not return: close it.`);
    const more = choice === 'muddled' ? wayBack(paid, choice, { sts: 'RJ', rc: '05' }, 'Return as rejected') : '';
    return send(words, wayBack(paid, choice, { sts, rc }, '返回商戶 Back to the shop') + more);
  });

  walletControlPage(app, {
    bank,
    notices: null,
    faults,
    base,
    name: 'JETCO',
    calls: [],
    kinds: [],
    pageOf: null,
    refundByHand: (deal) => {
      const left = (deal.paid?.cents ?? 0) - bank.refunded(deal);
      return bank.refund(deal, {
        txn: `${deal.number}-${deal.refunds.length + 1}`,
        number: '',
        cents: left,
        reason: 'by hand',
      });
    },
  });
}

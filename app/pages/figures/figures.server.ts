import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { formData } from '#app/forms/form-data.server.ts';
import { paths } from '#app/paths.ts';
import { recomputeDay } from '#domain/audience/audience.ts';
import { ACCESS_SECONDS, mayReadFigures, openFigures } from '#domain/audience/figures-access.ts';
import {
  adsOf,
  countsOf,
  dayLine,
  listDays,
  listenersNow,
  programmesOf,
  standingOf,
} from '#domain/audience/figures.ts';
import { proofKey, verifyProof } from '#domain/audience/proof-of-play.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { secretCookie, secretOf } from '#shared/http/session-cookie.ts';

const FIGURES_COOKIE = '__Host-figures';
const MOST_DAYS = 14;
const MOST_TOKEN_CHARS = 300;
const MOST_PROOF_CHARS = 200_000;
const FIVE = 5;

export const mayRead = ({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>): boolean => {
  const { figures, now } = context.get(requestContext);
  return mayReadFigures(figures, secretOf(request.headers.get('cookie'), FIGURES_COOKIE), now);
};

/** Issues a pass for a valid token, as a redirect to the page without it; null for an invalid one. */
async function enter({ context }: Pick<LoaderFunctionArgs, 'context'>, token: string, day?: DayHk) {
  const { db, figures, now, remoteIp } = context.get(requestContext);
  const pass = await openFigures(
    { db, services: figures, now },
    token.slice(0, MOST_TOKEN_CHARS),
    remoteIp === '' ? 'unknown' : addressKey(remoteIp),
  );
  if (pass === null) return null;
  const headers = { 'set-cookie': secretCookie(FIGURES_COOKIE, pass, ACCESS_SECONDS) };
  return redirect(paths.figures({ day }), { status: 303, headers });
}

const dayOf = (told: string | null, now: Date): DayHk => {
  const today = dayHkOf(now);
  return told !== null && isDayHk(told) && told <= today ? told : today;
};

const rounded = (n: number) => Math.round(n * 10) / 10;

/** A line of five-minute points: 288 of them match the resolution of a screen. */
function points(minutes: readonly { minute: number; listeners: number }[]): number[] {
  const sums: number[] = Array.from({ length: 1440 / FIVE }, () => 0);
  for (const { minute, listeners } of minutes) {
    const place = Math.floor(minute / FIVE);
    sums[place] = (sums[place] ?? 0) + listeners;
  }
  return sums.map((sum) => rounded(sum / FIVE));
}

async function figuresOf({ context, url }: LoaderFunctionArgs) {
  const { db, now } = context.get(requestContext);
  const day = dayOf(url.searchParams.get('day'), now);
  const today = dayHkOf(now);
  const [live, lines, programmes, counts, ads, standing, days] = await Promise.all([
    listenersNow({ db, now }),
    dayLine({ db }, day),
    programmesOf({ db, now }, day),
    countsOf({ db }, day),
    adsOf({ db }, day),
    standingOf({ db }, day),
    listDays(db, MOST_DAYS),
  ]);
  return {
    day,
    isToday: day === today,
    before: addDaysHk(day, -1),
    after: day < today ? addDaysHk(day, 1) : null,
    today,
    days: days.filter((one) => one <= today),
    live,
    lines: lines.map(({ minutes, ...line }) => ({ ...line, points: points(minutes) })),
    programmes: programmes.map(({ line, ...rest }) => ({ ...rest, line: line.map(rounded) })),
    counts,
    ads,
    standing,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const { siteUrl, figures } = args.context.get(requestContext);
  const token = args.url.searchParams.get('token');
  if (token !== null) {
    const entered = await enter(args, token, args.url.searchParams.get('day') ?? undefined);
    if (entered !== null) return entered;
  }
  if (!mayRead(args))
    return data({ siteUrl, hasPage: figures.token !== '', isWrong: token !== null, figures: null }, { status: 404 });
  return { siteUrl, hasPage: true, isWrong: false, figures: await figuresOf(args) };
}

/** A wrong token stays in the URL, which must not be sent to other sites. */
export const headers = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
});

async function recompute({ context }: ActionFunctionArgs, day: DayHk) {
  const { db, now } = context.get(requestContext);
  try {
    return { recomputed: await recomputeDay({ db, now }, day), isGone: false };
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'dataNotFound') return { recomputed: null, isGone: true };
    throw error;
  }
}

const fieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

export async function action(args: ActionFunctionArgs) {
  const { now, figures } = args.context.get(requestContext);
  const form = await formData(args.request);
  const nothing = { isWrong: false, recomputed: null, isGone: false, verified: null };
  if (fieldText(form, 'intent') === 'enter')
    return (await enter(args, fieldText(form, 'token'))) ?? data({ ...nothing, isWrong: true }, { status: 403 });
  if (!mayRead(args)) return data({ ...nothing, isWrong: true }, { status: 403 });
  if (fieldText(form, 'intent') === 'verify') {
    const text = fieldText(form, 'proof').slice(0, MOST_PROOF_CHARS);
    const read = verifyProof(proofKey(figures.secretKey), text);
    const verified =
      read === null
        ? ({ is: 'unreadable' } as const)
        : ({ is: read.isTrue ? 'true' : 'false', advertiser: read.proof.advertiser, day: read.proof.dayHk } as const);
    return data({ ...nothing, verified });
  }
  return data({ ...nothing, ...(await recompute(args, dayOf(fieldText(form, 'day'), now))) });
}

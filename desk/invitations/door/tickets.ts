import { admittedOf, standingOf } from '#domain/invitations/entrance.rules.ts';
import type { SentScan } from '#domain/invitations/entrance.schema.ts';
import type { Comer, DoorScan } from '../guest-event-types.ts';

/** The code of a ticket: what was scanned is its address, what was typed may be the code alone. */
export const parseTicketCode = (scanned: string): string | null =>
  /(?:^|\/campaign\/reply\/)([\w-]{22})\/?$/.exec(scanned.trim())?.[1] ?? null;

/** As in the list, which contains no codes. */
export async function codeHashOf(code: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The scans of an invitation with those that wait on this phone, in the order of the clocks. */
function mergedScans({ invitation_id: id, scans }: Comer, waiting: readonly SentScan[]): DoorScan[] {
  const all = [...scans];
  for (const { id: scanId, invitation_id: of, door, seats, corrects, at_ts } of waiting) {
    if (of !== id || all.some((known) => known.id === scanId)) continue;
    if (corrects === undefined) all.push({ id: scanId, door, seats: seats ?? 0, corrects: null, at_ts });
    else if (!all.some((known) => known.corrects === corrects)) {
      const target = all.find((known) => known.id === corrects);
      all.push({ id: scanId, door, seats: -(target?.seats ?? 0), corrects, at_ts });
    }
  }
  return all.toSorted((a, b) => a.at_ts - b.at_ts);
}

/** An invitation as this phone knows it. */
export interface KnownComer extends Comer {
  arrived: number;
  /** Its valid scans, oldest first. */
  standing: DoorScan[];
}

export const knownComers = (items: readonly Comer[], waiting: readonly SentScan[]): KnownComer[] =>
  items.map((comer) => {
    const scans = mergedScans(comer, waiting);
    return { ...comer, scans, arrived: admittedOf(scans), standing: standingOf(scans) };
  });

/** Invitations that admitted more people than their seats. */
export const doublesOf = (comers: readonly KnownComer[]): KnownComer[] =>
  comers.filter(({ arrived, seats }) => arrived > seats);

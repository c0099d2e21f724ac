import type { z } from 'zod';
import { maskedEmail } from '#domain/forms/email.rules.ts';
import { maskedPhone } from '#domain/phones/phone-number.rules.ts';
import { reversibleUntil } from '#domain/member-merges/member-merges.rules.ts';
import { receiptNo } from '#domain/receipts/receipts.rules.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { cursorText, masked } from './support.rules.ts';
import type { lookUpReply, memberReply, timelineReply } from './support.schema.ts';
import type { Person } from './support.store.ts';
import type { MemberPage, memberTimeline } from './support.ts';

const secondsOf = (at: Date | null): number | null => at && unixSeconds(at);

const presentPerson = (person: Person) => ({
  member_id: person.id,
  name: person.surname + person.givenName || person.displayName,
  state: person.state,
  email: person.email && maskedEmail(person.email),
  email_verified_ts: secondsOf(person.emailVerifiedAt),
  phone: person.phoneNo && maskedPhone(person.phoneNo),
  phone_verified_ts: secondsOf(person.phoneVerifiedAt),
  joined_ts: unixSeconds(person.createdAt),
});

const mergeOf = (merge: MemberPage['merges'][number], other: number) => ({
  member_id: other,
  merged_ts: unixSeconds(merge.mergedAt),
  reversible_until_ts: unixSeconds(reversibleUntil(merge)),
});

// Every text passes through `masked` at the end, so that none can be forgotten.

export const presentLookUp = ({
  kinds,
  people,
}: {
  kinds: string[];
  people: Person[];
}): z.input<typeof lookUpReply> => ({
  kinds,
  items: people.map((person) => masked(presentPerson(person), person)),
});

export function presentMember({ person, ...page }: MemberPage): z.input<typeof memberReply> {
  const receipts = Map.groupBy(page.receipts, ({ orderId }) => orderId);
  return masked(
    {
      ...presentPerson(person),
      display_name: person.displayName,
      erase_ts: secondsOf(person.eraseAt),
      plans: page.plans.map(({ id, name }) => ({ plan_id: id, name })),
      times: page.times.map((time) => ({
        plan_id: time.planId,
        name: time.planName,
        source: time.source,
        state: time.state,
        starts_ts: unixSeconds(time.startsAt),
        ends_ts: unixSeconds(time.endsAt),
      })),
      profile: page.profile && {
        name: page.profile.planName,
        state: page.profile.state,
        renews_on: page.profile.renewOn,
        grace_until_ts: secondsOf(page.profile.graceUntil),
        is_card_expiring: page.isCardExpiring,
      },
      rentals: page.rentals.map(({ film, rental }) => ({
        film_id: film.id,
        title: film.title,
        ends_ts: unixSeconds(rental.endsAt),
      })),
      films: page.films.map(({ id, title }) => ({ film_id: id, title })),
      tickets: page.tickets.map(({ eventId, source, enteredAt }) => ({
        event_id: eventId,
        source,
        entered_ts: secondsOf(enteredAt),
      })),
      devices: page.devices.map(({ name, usedAt }) => ({ name, used_ts: unixSeconds(usedAt) })),
      sessions: page.sessions.map(({ userAgent, createdAt, seenAt }) => ({
        device: deviceName(userAgent),
        began_ts: unixSeconds(createdAt),
        seen_ts: unixSeconds(seenAt),
      })),
      playing: page.leases.map(({ deviceName: device, streamId, startedAt, isPaused }) => ({
        device,
        stream: page.streams.get(streamId) ?? '',
        began_ts: unixSeconds(startedAt),
        is_paused: isPaused,
      })),
      device_list_locked_until_ts: secondsOf(page.devicesLockedUntil),
      family: page.family && {
        payer_id: page.family.ownerId,
        people: page.family.people.map(({ memberId, name, joinedAt }) => ({
          member_id: memberId,
          name,
          joined_ts: unixSeconds(joinedAt),
        })),
      },
      merged_into:
        page.merges.flatMap((merge) => (merge.mergedId === person.id ? [mergeOf(merge, merge.keptId)] : []))[0] ?? null,
      took_over: page.merges.flatMap((merge) => (merge.keptId === person.id ? [mergeOf(merge, merge.mergedId)] : [])),
      orders: page.orders.map((order) => ({
        order_id: order.id,
        kind: order.kind,
        items: order.names,
        state: order.state,
        method: order.method,
        total_cents: order.totalCents,
        refunded_cents: order.refundedCents,
        created_ts: unixSeconds(order.createdAt),
        receipts: (receipts.get(order.id) ?? []).map(receiptNo),
      })),
    },
    person,
  );
}

export function presentTimeline({
  person,
  entries,
  next,
}: Awaited<ReturnType<typeof memberTimeline>>): z.input<typeof timelineReply> {
  const items = entries.map(({ source, id, at, what, detail: { user_agent: agent, ...detail } }) => ({
    id: `${source}-${id}`,
    at_ts: unixSeconds(at),
    source,
    what,
    detail: { ...detail, ...(typeof agent === 'string' && { device: deviceName(agent) }) },
  }));
  return { items: masked(items, person), next_before: next && cursorText(next) };
}

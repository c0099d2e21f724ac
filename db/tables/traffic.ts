import { sql } from 'drizzle-orm';
import { boolean, check, date, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';

/** An entry of the road user's directory: /traffic/data/{type}. */
export const trafficLocations = pgTable(
  'traffic_locations',
  {
    id: id(),
    /** TrafficCategory 1 to 7. */
    type: integer('type').notNull(),
    /** `HK`, `KLN` or `NT`. */
    area: text('area').$type<'HK' | 'KLN' | 'NT'>().notNull(),
    district: text('district').notNull().default(''),
    name: text('name').notNull(),
    address: text('address').notNull().default(''),
    /** As displayed; `tel:` links use its digits. */
    phone: text('phone').notNull().default(''),
    hours: text('hours').notNull().default(''),
    /** Details specific to the kind: brands, charging plugs, height limit, routes. */
    details: text('details').notNull().default(''),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** Hong Kong day of the last check. */
    lastCheckedHk: date('last_checked_hk', { mode: 'string' }).notNull(),
    status: integer('status').notNull().default(1),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // /traffic/data/{type}, by area
    index('traffic_locations_list_idx').on(t.type, t.status, t.area, t.position, t.id),
    check('traffic_locations_type', sql`${t.type} between 1 and 7`),
    check('traffic_locations_area', sql`${t.area} in ('HK', 'KLN', 'NT')`),
    check('traffic_locations_status', sql`${t.status} in (0, 1, 2)`),
  ],
);

/** Latest travel time of each tunnel, measured or reported by staff: /traffic. */
export const trafficTunnels = pgTable(
  'traffic_tunnels',
  {
    name: text('name').primaryKey(),
    minutes: integer('minutes').notNull(),
    /** Free-flow time, the reference for the measured minutes. */
    freeMinutes: integer('free_minutes').notNull(),
    measuredAt: instant('measured_at').notNull(),
    /** Closed to traffic, as staff reported; `minutes` are those before. */
    isClosed: boolean('is_closed').notNull().default(false),
    /** No measurement replaces a report by staff before this instant. Null: measured. */
    heldUntil: instant('held_until'),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    check('traffic_tunnels_minutes', sql`${t.minutes} between 1 and 600 and ${t.freeMinutes} between 1 and 600`),
    check('traffic_tunnels_closed', sql`not ${t.isClosed} or ${t.heldUntil} is not null`),
  ],
);

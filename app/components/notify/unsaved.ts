import type { SettingsChangeWire } from '#domain/push/push.schema.ts';
import { kindsAfter } from '#shared/notification-kinds.ts';
import type { NotifySettings } from './push-browser.ts';

// What was pressed and is not saved yet. Only that is sent: another tab may have changed the rest since this one showed it.

/** Settings as they are shown while a change of them is being saved. */
export const shownSettings = (before: NotifySettings, change: SettingsChangeWire): NotifySettings => ({
  kinds: kindsAfter(before.kinds, { on: change.kinds_on, off: change.kinds_off }),
  quiet_from: change.quiet_from ?? before.quiet_from,
  quiet_until: change.quiet_until ?? before.quiet_until,
  always_warned: change.always_warned ?? before.always_warned,
  per_day: change.per_day ?? before.per_day,
});

/** Two changes as one. Of what both name, the later holds. */
export function joinedChange(earlier: SettingsChangeWire, later: SettingsChangeWire): SettingsChangeWire {
  const { kinds_on: on, kinds_off: off } = later;
  return {
    ...earlier,
    ...later,
    kinds_on: kindsAfter(earlier.kinds_on ?? [], { on, off }),
    kinds_off: kindsAfter(earlier.kinds_off ?? [], { on: off, off: on }),
  };
}

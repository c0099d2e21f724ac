import type { ContactServices } from '#domain/contact/contact.ts';
import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { Base } from '#server/services/base.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { ADDRESS_LIMITS } from '#shared/limits.ts';

/** Dependencies of contact forms. */
export function createContactServices(
  { config, counter, database: { db }, files, pictures }: Base,
  human: BotCheckServices,
): ContactServices {
  const takeForm = counter.limit('forms', {
    perSecond: config.FORMS_PER_MINUTE / 60,
    savedSeconds: ADDRESS_LIMITS.formsSavedSeconds,
  });
  return {
    ...human,
    db,
    files,
    pictures,
    mailboxes: { contact: config.CONTACT_TO, lostproperty: config.LOST_PROPERTY_TO },
    takeTurn: (remoteIp) => takeForm(addressKey(remoteIp)),
  };
}

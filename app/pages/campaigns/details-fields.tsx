import { BoxField } from '#app/forms/choice-fields.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/form.types.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { AIR_NAME_CHARS, type Reach } from '#domain/campaigns/campaign-forms.rules.ts';

const text = campaignText.payment;

/** Field labels in the error summary. */
export const detailsLabels = (reach: Reach | null): Record<string, string> => ({
  air_name: text.airName,
  recipient: text.recipient,
  phone_no: text.phone,
  address: text.address,
  place: reach === null || reach === 'fetched' ? '' : text.place[reach],
  postcode: text.postcode,
  country: text.country,
});

/** Name to be read on air, and delivery address. */
export function DetailsFields({
  state,
  airName,
  isNamed = false,
  reach,
}: {
  state: FieldState;
  airName: boolean;
  isNamed?: boolean;
  reach: Reach | null;
}) {
  return (
    <>
      {airName && (
        <FormField
          state={state}
          name="air_name"
          label={text.airName}
          hint={text.airNameHint(AIR_NAME_CHARS)}
          isCounted
        />
      )}
      {airName && (
        <BoxField name="is_named" state={state} isTicked={isNamed}>
          {text.named}
        </BoxField>
      )}
      {reach !== null && (
        <>
          <FormField state={state} name="recipient" label={text.recipient} />
          <FormField state={state} name="phone_no" label={text.phone} hint={text.phoneHint} />
        </>
      )}
      {(reach === 'here' || reach === 'abroad') && (
        <FormField state={state} name="address" rows={3} label={text.address} />
      )}
      {reach !== null && reach !== 'fetched' && <FormField state={state} name="place" label={text.place[reach]} />}
      {reach === 'abroad' && (
        <>
          <FormField state={state} name="postcode" label={text.postcode} />
          <FormField state={state} name="country" label={text.country}>
            {/* No preselected country, to avoid wrong deliveries. */}
            <option value="">{text.chooseCountry}</option>
            {Object.entries(text.countries).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </FormField>
        </>
      )}
    </>
  );
}

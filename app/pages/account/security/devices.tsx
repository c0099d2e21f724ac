import { useLoaderData, type MetaFunction } from 'react-router';
import fields from '#app/forms/form.module.css';
import { paths } from '#app/paths.ts';
import { dayWords, accountText } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { DEVICE_LOCK_DAYS } from '#domain/members/profile/profile.rules.ts';
import { AccountForm, DoneLine, useAccountForm } from '#app/pages/account/account-form.tsx';
import type { loader } from './devices.server.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import styles from '#app/pages/account/account.module.css';

export { action, loader } from './devices.server.ts';

const text = accountText.devices;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.memberDevices(), text);

type Device = Awaited<ReturnType<typeof loader>>['devices'][number];

function DeviceFacts({ device }: { device: Device }) {
  return (
    <span>
      <b>{device.name}</b>
      <span className={styles.meta}>
        <span>{text.used(momentWords(device.usedAtMs))}</span>
        <span>{text.added(dayWords(device.createdAtMs))}</span>
      </span>
    </span>
  );
}

function RemoveDevices({ devices }: { devices: readonly Device[] }) {
  return (
    <AccountForm intent="remove" submit={text.remove} tone="outline">
      {(state) => {
        const fault = state.faultOf('device_ids') && text.pickOne;
        return (
          <fieldset
            id={`${state.form}-device_ids`}
            tabIndex={-1}
            className={fields.group}
            aria-describedby={fault ? `${state.form}-fault` : undefined}
          >
            <legend>{text.pick}</legend>
            {fault && (
              <p id={`${state.form}-fault`} className={fields.fault}>
                <Icon name="circle-alert" />
                {fault}
              </p>
            )}
            <div className={styles.rows}>
              {devices.map((device) => (
                <label key={device.id} className={styles.tick}>
                  <input type="checkbox" name={`device-${device.id}`} value="true" />
                  <DeviceFacts device={device} />
                </label>
              ))}
            </div>
            <p className={styles.lead}>{text.removeWarning(DEVICE_LOCK_DAYS)}</p>
          </fieldset>
        );
      }}
    </AccountForm>
  );
}

export default function Devices() {
  const { devices, changeableAtMs } = useLoaderData<typeof loader>();
  const { reply } = useAccountForm('remove');
  return (
    <>
      <h1>{text.title}</h1>
      <p className={styles.lead}>{text.lead(DEVICE_LOCK_DAYS)}</p>
      <DoneLine isDone={reply?.isDone} words={text.done} />
      {changeableAtMs !== null && (
        <p className={styles.note}>
          <Icon name="clock" />
          <span>{text.locked(momentWords(changeableAtMs), DEVICE_LOCK_DAYS)}</span>
        </p>
      )}
      <section className={styles.section}>
        {devices.length === 0 && <EmptyState title={text.noneTitle} words={text.none} />}
        {devices.length > 0 && changeableAtMs === null && <RemoveDevices devices={devices} />}
        {devices.length > 0 && changeableAtMs !== null && (
          <ul className={styles.rows}>
            {devices.map((device) => (
              <li key={device.id} className={styles.item}>
                <DeviceFacts device={device} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

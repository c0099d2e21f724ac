import { useState, type SubmitEvent } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { deskOnAirText } from '#app/text/zh-hk/desk-on-air.ts';
import { studioLinksText as text } from '#app/text/zh-hk/studio.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LINK_CHOICES, MAX_SCREEN_CHARS } from '#domain/studio/studio.rules.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { ActionDialog } from '../actions/action-dialog.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { formText } from '../form-text.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import money from '../money/money.module.css';
import styles from './on-air-page.module.css';

interface StudioLinks {
  items: {
    link_id: number;
    channel: ChannelId;
    name: string;
    created_by: string;
    ends_ts: number;
    seen_ts: number | null;
  }[];
}

export const loadStudioLinks = ({ request }: LoaderFunctionArgs): Promise<StudioLinks> =>
  call<StudioLinks>('/api/staff/studio-links', undefined, request.signal);

const momentOf = (seconds: number) => dateTimeHk(new Date(seconds * 1000)).slice(0, 16);

/** Makes a link and shows it once. */
function NewLink() {
  const [input, setInput] = useState<object | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const numberIn = (name: string) => Number(formText(form, name));
    setInput({ channel: numberIn('channel'), name: formText(form, 'name').trim(), hours: numberIn('hours') });
  };
  return (
    <>
      <form className={money.panelForm} onSubmit={submit}>
        <label>
          {text.screen}
          <input name="name" required maxLength={MAX_SCREEN_CHARS} pattern=".*\S.*" />
        </label>
        <label>
          {text.channel}
          <select name="channel">
            {CHANNEL_IDS.map((channel) => (
              <option key={channel} value={channel}>
                {channelText[channel].name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.lasts}
          <select name="hours">
            {LINK_CHOICES.map((hours) => (
              <option key={hours} value={hours}>
                {text.hours(hours)}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">{text.create}</Button>
      </form>
      {input !== null && (
        <ActionDialog
          action="studio-links.create"
          input={input}
          words={text.create}
          onDone={({ link: made }) => setLink(typeof made === 'string' ? made : null)}
          onClose={() => setInput(null)}
        />
      )}
      {link !== null && (
        <Dialog
          title={text.made}
          dismissible={false}
          onClose={() => setLink(null)}
          actions={<Button onClick={() => setLink(null)}>{text.kept}</Button>}
        >
          <p>{text.once}</p>
          <p className={styles.secret}>
            <code>{link}</code>
          </p>
        </Dialog>
      )}
    </>
  );
}

/** Links of studio screens: who made each, until when it lasts, and when it was last used. */
export function StudioLinksPage() {
  const { items } = useLoaderData<StudioLinks>();
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        <Link to={deskPaths.onAir()}>{deskOnAirText.title}</Link>
      </RoomHead>
      <Panel title={text.create}>
        <NewLink />
      </Panel>
      <Panel title={text.living}>
        {items.length === 0 && <p className={styles.empty}>{text.none}</p>}
        <ul className={styles.rows}>
          {items.map(({ link_id: id, channel, name, created_by: by, ends_ts: endsTs, seen_ts: seenTs }) => (
            <li key={id}>
              <b>{name}</b>
              <span>{channelText[channel].name}</span>
              <span className={styles.note}>
                {text.by(by)}，{text.until(momentOf(endsTs))}，
                {seenTs === null ? text.unseen : text.seen(momentOf(seenTs))}
              </span>
              <span className={styles.tools}>
                <ActionButton
                  size="small"
                  tone="outline"
                  action="studio-links.end"
                  input={{ link_id: id }}
                  words={text.end(name)}
                />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

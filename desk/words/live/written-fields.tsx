import { Suspense } from 'react';
import { deskLiveBlogText } from '#app/text/zh-hk/desk-live-blog.ts';
import { Button } from '#app/ui/button.tsx';
import { HEARD_AGO_SECONDS } from '#domain/live-blogs/live-blogs.rules.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { PictureField } from '../../pictures/picture-field.tsx';
import { TextField } from '../field.tsx';
import { TextBlock } from '../lazy-text-block.tsx';
import { channelOf, clockOf, secondsOfClock, type EntryPicture, type Written } from './live-types.ts';
import styles from './live-blog.module.css';

const text = deskLiveBlogText.write;
const NO_PICTURE: EntryPicture = { picture: '', alt: '' };

/** Text, picture and second of sound of an entry. */
export function WrittenFields({
  value,
  onChange,
  onPost,
}: {
  value: Written;
  onChange: (change: Partial<Written>) => void;
  onPost: () => void;
}) {
  const { html, picture, sound } = value;
  const now = () => Math.floor(Date.now() / 1000) - HEARD_AGO_SECONDS;
  const changePicture = (change: Partial<EntryPicture>) =>
    onChange({ picture: { ...(picture ?? NO_PICTURE), ...change } });
  return (
    <>
      <Suspense fallback={null}>
        <TextBlock label={text.text} html={html} onChange={(next) => onChange({ html: next })} onSave={onPost} />
      </Suspense>
      <div className={styles.row}>
        <label>
          {text.sound}
          <select
            value={sound?.channel ?? ''}
            onChange={({ target }) => {
              const channel = channelOf(target.value);
              onChange({ sound: channel && { channel, at_ts: sound?.at_ts ?? now() } });
            }}
          >
            <option value="">{text.noSound}</option>
            {CHANNEL_IDS.map((channel) => (
              <option key={channel} value={channel}>
                {channel}
              </option>
            ))}
          </select>
        </label>
        {sound && (
          <>
            <label>
              {text.clock}
              <input
                type="time"
                step={1}
                value={clockOf(sound.at_ts)}
                onChange={({ target }) => {
                  const at = secondsOfClock(target.value, new Date());
                  if (at !== null) onChange({ sound: { ...sound, at_ts: at } });
                }}
              />
            </label>
            <Button tone="outline" onClick={() => onChange({ sound: { ...sound, at_ts: now() } })}>
              {text.now}
            </Button>
          </>
        )}
      </div>
      <details open={picture !== null}>
        <summary>{deskLiveBlogText.addPicture}</summary>
        <PictureField
          label={text.picture}
          crop={null}
          value={picture?.picture ?? ''}
          onChange={(reference, chosen) =>
            reference === ''
              ? onChange({ picture: null })
              : changePicture({
                  picture: reference,
                  ...(chosen && { alt: chosen.alt, credit: chosen.source.slice(0, 100) }),
                })
          }
        />
        {picture && (
          <>
            <TextField label={text.alt} value={picture.alt} onChange={(alt) => changePicture({ alt })} />
            <TextField
              label={text.caption}
              value={picture.caption ?? ''}
              onChange={(caption) => changePicture({ caption })}
            />
          </>
        )}
      </details>
    </>
  );
}

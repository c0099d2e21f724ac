import { useState } from 'react';
import { filmPagesText } from '#app/text/zh-hk/desk-film-pages.ts';
import { Button } from '#app/ui/button.tsx';
import { libraryName } from '#shared/media/crops.ts';
import { upload } from '../call.ts';
import styles from './films.module.css';

const text = filmPagesText.frame;

/** Shows a frame of a film, and puts it into the picture library. */
export function FramePicker({ filmId, onChoose }: { filmId: number; onChoose: (keyart: string) => void }) {
  const [seconds, setSeconds] = useState(10);
  const [shown, setShown] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState('');
  const urlOf = (at: number) => `/api/staff/films/${filmId}/frame?at_ms=${Math.round(at * 1000)}`;
  const choose = async (at: number) => {
    setBusy(true);
    setTold('');
    try {
      const frame = await fetch(urlOf(at));
      if (!frame.ok) throw new Error(`the frame was answered with ${frame.status}`);
      const { picture_id: id } = await upload<{ picture_id: number }>('/api/staff/pictures', await frame.blob());
      onChoose(libraryName(id, '16x9'));
      setTold(text.used);
    } catch {
      setTold(text.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className={styles.frame}>
      <legend>{text.title}</legend>
      <label>
        {text.at}
        <input
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          value={Number.isNaN(seconds) ? '' : seconds}
          onChange={({ target }) => setSeconds(target.valueAsNumber)}
        />
      </label>
      <Button
        tone="outline"
        disabled={!(seconds >= 0)}
        onClick={() => {
          setTold('');
          setShown(seconds);
        }}
      >
        {text.show}
      </Button>
      {shown !== null && (
        <>
          <img
            key={shown}
            src={urlOf(shown)}
            alt={text.alt(shown)}
            width={320}
            height={180}
            onError={() => {
              setShown(null);
              setTold(text.failed);
            }}
          />
          <Button tone="outline" disabled={isBusy} onClick={() => void choose(shown)}>
            {text.use}
          </Button>
        </>
      )}
      <p role="status">{told}</p>
    </fieldset>
  );
}

import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { picturesText } from '#app/text/zh-hk/desk-pictures.ts';
import { Button } from '#app/ui/button.tsx';
import { libraryName } from '#shared/media/crops.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { faultText } from '../actions/fault-text.ts';
import { runAction } from '../actions/run-action.ts';
import { LineField } from '../directory/text-field.tsx';
import type { ListedPicture, OpenPicture } from './picture-types.ts';
import styles from './pictures.module.css';

const text = picturesText.picker;
const { fields: names } = picturesText.editor;

/** What an uploaded picture must have before it can be used. */
export function DescribeNew({ picture, onDone }: { picture: OpenPicture; onDone: (picture: ListedPicture) => void }) {
  const [fields, setFields] = useState(picture.fields);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // The next step after the upload, before it is shown.
  useLayoutEffect(() => box.current?.querySelector('input')?.focus(), []);
  const { picture_id: id, width, height, is_over: isOver, revision } = picture;
  const { alt, source, licence } = fields;
  const line = (name: 'alt' | 'source' | 'licence', maxLength: number) => (
    <LineField
      label={names[name]!}
      hint={names[`${name}Hint`]}
      required
      maxLength={maxLength}
      value={fields[name]}
      onChange={(value) => setFields({ ...fields, [name]: value })}
    />
  );
  const isWhole = [alt, source, licence].every((value) => value.trim() !== '');
  const save = async () => {
    setFault('');
    setBusy(true);
    try {
      await runAction('pictures.save', { picture_id: id, base: revision, fields });
      onDone({
        picture_id: id,
        width,
        height,
        is_over: isOver,
        alt,
        source,
        rights_until: fields.rightsUntil,
        uses: picture.uses.length,
      });
    } catch (error) {
      setFault(faultText(error));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (isWhole && !isBusy) void save();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it stands in the form of its field, in which Enter would submit
    <div ref={box} className={styles.describe} onKeyDown={onKeyDown}>
      <img src={pictureUrl(libraryName(id), '320.webp')} alt="" width={320} height={240} />
      {line('alt', 300)}
      {line('source', 120)}
      {line('licence', 200)}
      <p role="alert">{fault}</p>
      <Button disabled={isBusy || !isWhole} onClick={() => void save()}>
        {text.useNew}
      </Button>
    </div>
  );
}

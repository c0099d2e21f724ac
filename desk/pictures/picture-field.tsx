import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { picturesText } from '#app/text/zh-hk/desk-pictures.ts';
import { Button } from '#app/ui/button.tsx';
import { libraryName, type CropRatio } from '#shared/media/crops.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import type { Session } from '../session.ts';
import type { Fault } from '../words/article-types.ts';
import { Field } from '../words/field.tsx';
import { PicturePicker } from './picture-picker.tsx';
import type { ListedPicture } from './picture-types.ts';
import styles from './pictures.module.css';

const text = picturesText.picker;

interface Props {
  label: string;
  hint?: string | undefined;
  faults?: readonly Fault[] | undefined;
  /** Reference in the picture store. */
  value: string;
  /** What the place shows; null: the whole picture. */
  crop: CropRatio | null;
  /** The picture, if it was chosen in the library. */
  onChange: (value: string, picture?: ListedPicture) => void;
}

const REFERENCE = /^[a-z0-9-]{1,80}(@[0-9a-f]{1,64})?$/;

/** A reference to a picture, with what it shows and a button that chooses one of the library. */
export function PictureField({ value, crop, onChange, ...field }: Props) {
  const session = useRouteLoaderData<Session>('desk');
  const [isOpen, setOpen] = useState(false);
  const mayChoose = session?.permissions.includes('pictures.edit') ?? false;
  return (
    <div className={styles.field}>
      {REFERENCE.test(value) && <img src={pictureUrl(value, '160.webp')} alt="" width={72} height={54} />}
      <Field {...field}>
        {(control) => (
          <input
            {...control}
            type="text"
            maxLength={150}
            value={value}
            onChange={({ target }) => onChange(target.value.trim())}
          />
        )}
      </Field>
      {mayChoose && (
        <Button tone="outline" onClick={() => setOpen(true)}>
          {text.choose}
        </Button>
      )}
      {isOpen && (
        <PicturePicker
          onClose={() => setOpen(false)}
          onChoose={(picture) => {
            onChange(libraryName(picture.picture_id, crop), picture);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

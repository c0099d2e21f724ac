import { useState, type InputHTMLAttributes } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { PICTURE_TYPES } from '#domain/forms/picture.rules.ts';
import styles from './form.module.css';

/**
 * The native file input, invisible over a button with our text: browsers label theirs in the installed language. It
 * still takes presses, keys and dropped files.
 */
export function PictureField(field: InputHTMLAttributes<HTMLInputElement>) {
  const [name, setName] = useState('');
  return (
    <span className={styles.picture}>
      <span className={styles.pictureButton} aria-hidden="true">
        {formsText.choosePicture}
      </span>
      <span className={styles.pictureName} aria-hidden="true">
        {name || formsText.noPicture}
      </span>
      <input
        {...field}
        className={styles.pictureInput}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => setName(event.currentTarget.files?.[0]?.name ?? '')}
      />
    </span>
  );
}

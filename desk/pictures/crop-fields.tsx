import { picturesText } from '#app/text/zh-hk/desk-pictures.ts';
import { CROP_NAMES, CROP_RATIOS, cropOf, libraryName, type Crop, type CropRatio } from '#shared/media/crops.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { Field } from '../words/field.tsx';
import type { OpenPicture, PictureFields } from './picture-types.ts';
import styles from './pictures.module.css';

const text = picturesText.editor;

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

interface Props {
  picture: Pick<OpenPicture, 'picture_id' | 'width' | 'height'>;
  fields: PictureFields;
  edit: (change: Partial<PictureFields>) => void;
}

/** A percentage from 0 to 100, kept as a part of 1. */
function PercentField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={0}
          max={100}
          step={0.1}
          required
          value={Math.round(value * 1_000) / 10}
          onChange={({ target }) => {
            if (!Number.isNaN(target.valueAsNumber))
              onChange(rounded(Math.min(Math.max(target.valueAsNumber, 0), 100) / 100));
          }}
        />
      )}
    </Field>
  );
}

/** The point that no crop may lose: by a press on the picture, or as numbers. */
export function FocalField({ picture, fields, edit }: Props) {
  const { picture_id: id, width, height } = picture;
  return (
    <>
      <p>{text.focal}</p>
      <button
        type="button"
        className={styles.focal}
        aria-label={text.focalButton}
        onClick={({ currentTarget, clientX, clientY, detail }) => {
          // A press by keyboard has no place; the numbers below are for that.
          if (detail === 0) return;
          const box = currentTarget.getBoundingClientRect();
          edit({
            focalX: rounded(Math.min(Math.max((clientX - box.left) / box.width, 0), 1)),
            focalY: rounded(Math.min(Math.max((clientY - box.top) / box.height, 0), 1)),
          });
        }}
      >
        <img src={pictureUrl(libraryName(id), '960.webp')} alt={fields.alt} width={width} height={height} />
        <span style={{ left: `${fields.focalX * 100}%`, top: `${fields.focalY * 100}%` }} />
      </button>
      <div className={styles.numbers}>
        <PercentField
          label={`${text.fields['focalX']} %`}
          value={fields.focalX}
          onChange={(focalX) => edit({ focalX })}
        />
        <PercentField
          label={`${text.fields['focalY']} %`}
          value={fields.focalY}
          onChange={(focalY) => edit({ focalY })}
        />
      </div>
    </>
  );
}

/** A crop of this width at this place, of the ratio of its name, inside the picture. */
function fitted({ width, height }: Props['picture'], name: CropRatio, crop: Omit<Crop, 'height'>): Crop {
  const tall = width / height / CROP_RATIOS[name];
  const wide = Math.max(0.05, Math.min(crop.width, 1, 1 / tall));
  const part = { width: rounded(wide), height: rounded(Math.min(wide * tall, 1)) };
  return {
    ...part,
    x: rounded(Math.max(0, Math.min(crop.x, 1 - part.width))),
    y: rounded(Math.max(0, Math.min(crop.y, 1 - part.height))),
  };
}

/** What each crop shows, and its numbers where an editor sets them. */
export function CropFields({ picture, fields, edit }: Props) {
  return (
    <div className={styles.crops}>
      {CROP_NAMES.map((name) => {
        const crop = cropOf({ ...fields, ...picture }, name);
        const own = fields.crops[name];
        const set = (value: Crop | undefined) => {
          const { [name]: _, ...others } = fields.crops;
          edit({ crops: value ? { ...others, [name]: value } : others });
        };
        const change = (part: Partial<Crop>) => set(fitted(picture, name, { ...crop, ...part }));
        return (
          <div key={name} className={styles.crop}>
            <b>{text.crops[name]}</b>
            <div className={styles.window} style={{ aspectRatio: CROP_RATIOS[name] }}>
              <img
                src={pictureUrl(libraryName(picture.picture_id), '640.webp')}
                alt=""
                width={picture.width}
                height={picture.height}
                style={{
                  width: `${100 / crop.width}%`,
                  height: `${100 / crop.height}%`,
                  left: `${(-crop.x / crop.width) * 100}%`,
                  top: `${(-crop.y / crop.height) * 100}%`,
                }}
              />
            </div>
            <label className={styles.own}>
              <input
                type="checkbox"
                checked={own !== undefined}
                onChange={() => set(own ? undefined : fitted(picture, name, crop))}
              />
              {text.ownCrop(text.crops[name]!)}
            </label>
            {own && (
              <div className={styles.numbers}>
                <PercentField label={text.left} value={own.x} onChange={(x) => change({ x })} />
                <PercentField label={text.top} value={own.y} onChange={(y) => change({ y })} />
                <PercentField label={text.wide} value={own.width} onChange={(width) => change({ width })} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

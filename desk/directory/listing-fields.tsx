import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import type { CropRatio } from '#shared/media/crops.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { LineField, NumberField } from './text-field.tsx';

const text = directoryText.editor;

interface Listing {
  slug: string;
  position: number;
}

interface Props {
  labels: Readonly<Record<string, string>>;
  /** Names of refused fields. */
  faulty: readonly string[];
  picture: { name: string; value: string; crop: CropRatio; onChange: (value: string) => void };
  value: Listing;
  onChange: (change: Partial<Listing>) => void;
}

/** How a record appears in public lists: its picture, address and position. */
export function ListingFields({ labels, faulty, picture: { name, ...picture }, value, onChange }: Props) {
  const common = (field: keyof Listing) => ({ label: labels[field]!, isFaulty: faulty.includes(field) });
  return (
    <>
      <PictureField {...picture} label={labels[name]!} hint={faulty.includes(name) ? text.refused : text.pictureHint} />
      <LineField
        {...common('slug')}
        hint={text.slugHint}
        maxLength={120}
        value={value.slug}
        onChange={(slug) => onChange({ slug })}
      />
      <NumberField
        {...common('position')}
        hint={text.orderHint}
        value={value.position}
        onChange={(position) => onChange({ position })}
      />
    </>
  );
}

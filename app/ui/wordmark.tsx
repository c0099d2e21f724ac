import mark from './wordmark.svg?url';

/** The station's name as it is drawn. The box holds its place until the picture is wanted. */
export function Wordmark({
  label,
  show = true,
  className,
}: {
  label: string;
  show?: boolean;
  className?: string | undefined;
}) {
  return (
    <svg className={className} viewBox="0 0 372 100" width="141" height="38" role="img" aria-label={label}>
      {show && <use href={`${mark}#mark`} />}
    </svg>
  );
}

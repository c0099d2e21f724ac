import bars from './wordmark.svg?url';

const LATIN = 'M146 34v-2a22 22 0 0 0-22-22h-4a22 22 0 0 0-22 22v36a22 22 0 0 0 22 22h4a22 22 0 0 0 22-22v-2';
const LATIN_R = 'M178 100V10h24a20 20 0 0 1 0 46h-24M200 56l24 44';
const HANZI =
  'M250.2 53.4 251.6 58.9C256.2 58.1 261.9 57.1 267.4 56.1L267.1 51.1C260.8 52 254.7 52.8 250.2 53.4ZM252.3 48C256.4 48.8 262 50.2 264.9 51.3L267.2 46.6C264.2 45.5 258.5 44.2 254.5 43.7ZM278 55.4C283.4 56.2 290.7 58 294.4 59.4L296.5 54.1C292.6 52.8 285.3 51.3 280.1 50.7ZM287.8 72.3V74.7H276.6V72.3ZM287.8 67.8H276.6V65.3H287.8ZM269 72.3V74.7H257.8V72.3ZM269 67.8H257.8V65.3H269ZM250.2 60.2V83.2H257.8V79.8H269V80C269 87.1 271.5 89.1 280.5 89.1C282.5 89.1 292.1 89.1 294.2 89.1C301.3 89.1 303.5 87 304.4 79.2C302.3 78.9 299.4 77.8 297.8 76.7C297.4 82 296.7 83 293.5 83C291.2 83 283.1 83 281.2 83C277.4 83 276.6 82.5 276.6 79.8H295.6V60.2H276.6V57.2H269V60.2ZM243.4 38.2V52.5H250.3V43.3H268.9V55.6H276.6V43.3H290.8C287.6 44.5 282.2 46.2 278.6 46.8L281.2 50.9C284.9 50.3 290.3 49.2 294.3 47.8L291.1 43.3H295.4V52.5H302.6V38.2H276.6V35.5H298.9V30.3H246.8V35.5H268.9V38.2ZM315.6 60.7V89.9H323.7V86.5H351.9V89.8H360.4V60.7ZM323.7 78.9V68.3H351.9V78.9ZM313.4 56.3C316.9 55.2 321.7 55 356.9 53.2C358.3 55.1 359.5 56.8 360.4 58.3L367 53.4C363.5 47.9 355.6 39.7 349.6 34L343.4 38.1C345.9 40.6 348.6 43.4 351.1 46.2L323.9 47.2C329 42.3 334.2 36.4 338.5 30.3L330.5 26.8C325.9 34.8 318.7 42.8 316.4 44.9C314.2 47 312.7 48.3 310.9 48.7C311.8 50.8 313.1 54.8 313.4 56.3Z';

/**
 * The station's drawn name: the letters are in the page, so that they appear at once; the coloured bars are a picture,
 * loaded later into reserved space.
 */
export function Wordmark({
  label,
  showBars = true,
  className,
}: {
  label: string;
  showBars?: boolean;
  className?: string | undefined;
}) {
  return (
    <svg className={className} viewBox="0 0 372 100" width="141" height="38" role="img" aria-label={label}>
      {showBars && <use href={`${bars}#bars`} width="64" height="100" />}
      <g fill="none" stroke="currentColor" strokeWidth="20">
        <path d={LATIN} />
        <path d={LATIN_R} strokeLinejoin="miter" />
      </g>
      <path fill="currentColor" d={HANZI} />
    </svg>
  );
}

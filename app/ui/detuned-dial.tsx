/** A dial whose needle is between two stations: nothing is here. */
export function DetunedDial() {
  return (
    <svg
      viewBox="0 0 320 48"
      width="320"
      height="48"
      stroke="currentColor"
      style={{ maxWidth: '70vw', height: 'auto', color: 'var(--text)' }}
      aria-hidden="true"
    >
      <path d="M0 40h320" strokeWidth="2" />
      {Array.from({ length: 33 }, (_, i) => (
        <path key={i} d={`M${i * 10 + 0.5} 38v-${i % 4 === 0 ? 16 : 8}`} strokeWidth="1" />
      ))}
      <path d="M214 0h-12l5 7v41h2v-41Z" fill="var(--red-500)" stroke="none" />
    </svg>
  );
}

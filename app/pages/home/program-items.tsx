import { ProgramCard, type ProgramCardView } from '#app/components/lists/program-card.tsx';

/** Programmes as a shelf. */
export function ProgramItems({ programs }: { programs: ProgramCardView[] }) {
  return programs.map((program) => (
    <li key={program.id}>
      <ProgramCard program={program} />
    </li>
  ));
}

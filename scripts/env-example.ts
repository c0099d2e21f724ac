import { writeFileSync } from 'node:fs';
import { schema } from '#server/config.schema.ts';

/** `.env.example`: every variable with its sentence and its default, if any. */
export function envExample(): string {
  const head = '# All variables of Airwave; each is optional. Set them in the environment: this file is not read.\n';
  const lines = Object.entries(schema.shape).map(([name, field]) => {
    const fallback = field.safeParse(undefined);
    const value = fallback.success && fallback.data !== undefined ? String(fallback.data) : '';
    return `\n# ${field.description ?? ''}\n#${name}=${value}\n`;
  });
  return head + lines.join('');
}

if (import.meta.main) writeFileSync('.env.example', envExample());

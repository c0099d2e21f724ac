import type { FiguresServices } from '#domain/audience/figures-access.ts';
import type { Config } from '#server/config.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';

/** Grants access to the demo's figures only; published in the README. */
const DEMO_FIGURES_TOKEN = 'airwave-demo-figures-881';

export const figuresServicesOf = (config: Config): FiguresServices => ({
  token: config.FIGURES_TOKEN || (config.demo ? DEMO_FIGURES_TOKEN : ''),
  secretKey: secretKeyOf(config),
});

import type { FiguresServices } from '#domain/audience/figures-access.ts';
import type { Config } from '#server/config.ts';
import { secretKeyOf } from '#server/secret-key.ts';

/** Opens the figures of the demo, and of nothing else: the README tells it. */
const DEMO_FIGURES_TOKEN = 'airwave-demo-figures-881';

export const figuresServicesOf = (config: Config): FiguresServices => ({
  token: config.FIGURES_TOKEN || (config.demo ? DEMO_FIGURES_TOKEN : ''),
  secretKey: secretKeyOf(config),
});

import { useLoaderData, type MetaFunction } from 'react-router';
import { shell } from '#app/text/zh-hk/shell.ts';
import { OutcomePage } from './outcome-page.tsx';
import type { loader } from './outcome.server.ts';

export { loader } from './outcome.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: `${loaderData?.title ?? ''}｜${shell.siteName}` },
  { name: 'robots', content: 'noindex' },
];

export default function Outcome() {
  return <OutcomePage {...useLoaderData<typeof loader>()} />;
}

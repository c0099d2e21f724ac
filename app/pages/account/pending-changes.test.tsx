import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { PendingPhone } from './pending-changes.tsx';

it('shows no change where an earlier version of the server, beside the present one, tells of none', () => {
  const told = JSON.parse('{}') as { pendingPhone: null };
  const Page = createRoutesStub([{ path: '/', Component: () => <PendingPhone pending={told.pendingPhone} /> }]);
  expect(renderToStaticMarkup(<Page />)).not.toContain('等緊新電話驗證');
});

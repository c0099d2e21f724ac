import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import '#app/styles/tokens.css';
import '#app/styles/base.css';
import './desk.css';
import { router } from './router.tsx';

createRoot(document.querySelector('#desk')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

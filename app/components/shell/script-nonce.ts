import { createContext } from 'react';

/**
 * The nonce of this render, for our inline scripts: the page's policy allows only scripts with it. It does not exist in
 * the browser, which runs no inline scripts from rendering.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);

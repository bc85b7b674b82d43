import { playerBuildIn } from '../../shared/contract/fleet/playerBuild.ts';

const page = 'document' in globalThis ? document : null;
const entry = page?.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
/** Of package.json, and which build of it this page is of. */
export const APP_VERSION = `${String(import.meta.env['VITE_APP_VERSION'] ?? 'dev')}+${playerBuildIn(entry)}`;

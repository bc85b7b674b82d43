/** The link of this page, watched from the moment somebody asks for it. */
import { createMonitor } from '../shared/net/quality/monitor.ts';
import { ofThisPage } from '../shared/net/quality/page.ts';

export const monitor = createMonitor({ ...ofThisPage(), isKiosk: () => false, setting: () => 'auto' });
monitor.start();

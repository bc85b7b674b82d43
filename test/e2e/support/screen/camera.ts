/** Whether a page has asked for the camera: it is refused, and the request is written down. */
import type { Page } from '@playwright/test';

export const noteCamera = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(navigator.mediaDevices, {
      getUserMedia: () => {
        sessionStorage.setItem('camera', 'asked for');
        return Promise.reject(new Error('No camera'));
      },
    });
  });
export const hasAskedForCamera = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('camera') !== null);

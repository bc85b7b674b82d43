// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system decides.
// The first texts are asked for here, too: the program that will ask for them is still on its way.
// A page that comes with something to show (the sign-in) is painted before its program takes the processor.
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme);
    var chosen = localStorage.getItem('i18nextLng') || navigator.language;
    var own = document.currentScript.dataset.texts;
    var needed = ['common', location.pathname === '/auth' ? 'auth' : 'navigation'];
    needed.concat(own ? own.split(' ') : []).forEach(function (texts) {
      var link = document.createElement('link');
      link.rel = 'preload';
      link.as = 'fetch';
      link.crossOrigin = 'anonymous';
      link.href = '/locales/' + (/^zh/i.test(chosen) ? 'zh' : 'en') + '/' + texts + '.json';
      document.head.appendChild(link);
    });
  } catch (error) {
    root.removeAttribute('data-theme');
  }

  // A white label as this browser saw it last, so that nothing of ours is painted before it.
  var brand;
  try {
    brand = JSON.parse(localStorage.getItem('brand'));
    if (brand) {
      var sheet = new CSSStyleSheet();
      sheet.replaceSync(brand.css);
      document.adoptedStyleSheets = [sheet];
      root.setAttribute('data-brand', brand.name);
      document.title = brand.name;
      addEventListener('DOMContentLoaded', function () {
        var mark = document.querySelector('.wordmark');
        if (mark) mark.lastChild.nodeValue = brand.name;
      });
    }
  } catch (error) {
    root.removeAttribute('data-brand');
  }

  var program = document.currentScript.dataset.program;
  function start() {
    if (!program) return;
    root.removeAttribute('data-first');
    import(program);
    program = '';
  }
  // What is painted first is painted in the type of the system: ours comes afterwards.
  if (program) root.setAttribute('data-first', '');
  if (program)
    addEventListener('DOMContentLoaded', function () {
      if (document.hidden || !document.querySelector('#root > *, #first')) return start();
      requestAnimationFrame(function () {
        setTimeout(start);
      });
      setTimeout(start, 500);
    });
})();

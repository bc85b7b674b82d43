// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system decides.
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme);
  } catch (error) {
    root.removeAttribute('data-theme');
  }
})();

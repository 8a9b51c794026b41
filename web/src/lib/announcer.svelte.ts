/** What a screen reader hears of the game: one line at a time, in order. */
class Announcer {
  line = $state('');

  say(text: string): void {
    // The same words twice are still news: a trailing space makes them differ.
    this.line = this.line === text ? `${text} ` : text;
  }
}

export const announcer = new Announcer();

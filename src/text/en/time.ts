/** Durations, long and short. */
export const time = {
	"time.days": "{days} days",
	"time.days.short": "{days} d",
	"time.hours": "{hours, plural, one {# hour} other {# hours}}",
	"time.hours-minutes": "{hours} h {minutes} min",
	"time.hours.short": "{hours} h",
	"time.minutes": "{minutes, plural, one {# minute} other {# minutes}}",
	"time.minutes-seconds":
		"{minutes, plural, one {# minute} other {# minutes}} {seconds, plural, one {# second} other {# seconds}}",
	"time.minutes-seconds.short": "{minutes} min {seconds} s",
	"time.minutes.short": "{minutes} min",
	"time.now": "now",
	"time.seconds": "{seconds, plural, one {# second} other {# seconds}}",
	"time.seconds.short": "{seconds} s",
} as const;

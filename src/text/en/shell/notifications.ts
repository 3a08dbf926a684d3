/** Texts about notifications. */
export const notifications = {
	"notifications.apps": "Apps",
	"notifications.apps.help":
		"Silent shows a notification without a sound. Muted shows none. What goes wrong after you approved is always told, with a sound.",
	"notifications.apps.more":
		"{count, plural, one {# more app} other {# more apps}}. Mute one from More in a row of the inbox.",
	"notifications.apps.none": "Apps that ask for something are listed here.",
	"notifications.apps.of": "Notifications of {app}",
	"notifications.details": "Show details in notifications",
	"notifications.details.always": "Always",
	"notifications.details.help":
		"What is asked, its worth and who asks. Otherwise only how many requests are waiting.",
	"notifications.details.never": "Count only",
	"notifications.details.unlocked": "When unlocked",
	"notifications.from": "From",
	"notifications.hours": "Quiet hours",
	"notifications.hours.help": "Every day, by this computer’s clock. What came meanwhile is told afterwards.",
	"notifications.hours.wrong": "Enter two different times, such as 22:00 and 07:00.",
	"notifications.level.muted": "Muted",
	"notifications.level.on": "On",
	"notifications.level.silent": "Silent",
	"notifications.not-shown": "This system shows no notifications. Open the inbox to see what waits.",
	"notifications.no-tray":
		"This desktop shows no tray icon. With its windows closed, Countersign keeps running: start it again to see it. A start at login shows its window. On GNOME the extension AppIndicator shows the icon.",
	"notifications.pause": "Pause notifications",
	"notifications.pause.help": "Requests still arrive. What came meanwhile is told afterwards.",
	"notifications.pause.hour": "Pause for an hour",
	"notifications.paused": "Paused until {time}",
	"notifications.resume": "Resume",
	"notifications.save": "Save",
	"notifications.to": "To",
} as const;

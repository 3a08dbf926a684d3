/** Texts about notifications. */
export const notifications = {
	"notifications.from": "From",
	"notifications.hours": "Quiet hours",
	"notifications.hours.help": "Every day, by this computer’s clock. What came meanwhile is told afterwards.",
	"notifications.hours.wrong": "Enter two different times, such as 22:00 and 07:00.",
	"notifications.not-shown":
		"This system shows no notifications. Look at the tray, or open the inbox to see what waits.",
	"notifications.pause": "Pause notifications",
	"notifications.pause.help": "Requests still arrive. What came meanwhile is told afterwards.",
	"notifications.pause.hour": "Pause for an hour",
	"notifications.paused": "Paused until {time}",
	"notifications.resume": "Resume",
	"notifications.save": "Save",
	"notifications.to": "To",
	"notifications.unmute": "Unmute",
} as const;

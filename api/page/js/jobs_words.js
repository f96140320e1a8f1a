// The phrases that only the page of label jobs has; the shape is that of phrases.js.

import { PHRASES } from "./phrases.js";

Object.assign(PHRASES, {
	app: ["捉鸡批量标注", "Zhuoji 捉鸡 label jobs"],
	jobs_new: ["新的标注任务", "A new job"],
	jobs_files: ["照片，或者装照片的 zip", "Photos, or zips of photos"],
	jobs_formats: ["标注格式", "Label formats"],
	jobs_send: ["寄出去", "Send"],
	jobs_sending: ["正在寄 {n}%", "Sending {n} %"],
	jobs_stop: ["不寄了", "Stop sending"],
	jobs_sent: ["收到了", "Received"],
	jobs_none: ["还没有标注任务。", "There are no jobs yet."],
	jobs_mine: ["我的标注任务", "My jobs"],
	jobs_waiting: ["在等", "Waiting"],
	jobs_running: ["正在标", "Running"],
	jobs_done: ["标好了", "Done"],
	jobs_failed: ["没标成", "Failed"],
	jobs_read: ["{n} / {of} 张", "{n} of {of} photos"],
	jobs_photos: ["{n} 张照片", "{n} photos", "{n} photo"],
	jobs_without: ["{n} 张没标成", "{n} without labels"],
	jobs_labels: ["下载标注", "Labels"],
	jobs_all: ["连照片一起下载", "Labels and pictures"],
	jobs_delete: ["删掉", "Delete"],
	jobs_delete_sure: ["真的删掉", "Really delete"],
	jobs_kept: ["留到 {when}", "Kept until {when}"],
	jobs_lost: ["连不上服务器，过一会儿再试。", "The server cannot be reached; try again in a while."],
	privacy: ["照片和标注留在服务器上，到期或者删掉为止。", "Photos and labels stay on the server until they expire or are deleted."],
});

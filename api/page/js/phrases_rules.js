// What rule sets, their terms and what the API refuses are called; as in phrases.js. Codes have the prefixes rules_, assumed_, term_, problem_.

export const RULES = `
which_rules|哪套规矩？|Which rules?
presets|常见打法|Common ways to play
how_many|几个人？|How many players?
house_rules|桌上另外说好的|House rules
stake|底注（一个多少钱）|Stake (money per unit)
stake_is|底注 {n}|stake {n}
bad_stake|底注要大于 0，“{told}”不行；先按 {n} 算。|A stake is more than 0, not “{told}”; {n} is taken.
dealt_by|{who} 坐庄第 {n} 次|{who} deals, round {n} in a row
own_rules|我们的规矩|Our rules
own_name|我们的规矩|Our rules
own_rules_note|从一套规矩或常见打法开始，只改你们不一样的地方。存在这个手机里，可以分享。|Begin from a rule set or a common way to play, and change what you play otherwise. Kept on this phone; it can be shared.
start_from|新的一套：从一套规则开始|A new one: from a rule set
start_from_preset|或者从一种常见打法开始|Or from a common way to play
over_base|{base}，改了 {n} 处|{base}, {n} values changed|{base}, {n} value changed
use_it|用这套|Play by it
its_name|叫什么名字|Its name
common_values|常改的|What tables differ in most
n_changed|改了 {n} 处|{n} changed
n_different|跟{base}不一样的：{n} 处|Unlike {base}: {n} values|Unlike {base}: {n} value
checking|正在看…|Checking …
base_has|原来是{value}|was {value}
as_base|改回来|As it was
keep_and_use|存好，就用这套|Keep it and play by it
leave_rules|先不存|Leave it
shared_rules|别人发来的规矩。看好了存下来就能用。|Rules that somebody sent. Keep them to play by them.
share_rules|分享：链接、二维码|Share: link, QR code
qr_of_rules|这套规矩的二维码|QR code of these rules
add_chicken|加一种固定鸡|Add a fixed chicken
none|没有|none
bad_amount|要填 {min} 到 {max} 的整数，“{told}”不行；还是 {now}。|A whole number from {min} to {max}, not “{told}”; it stays {now}.
last_players|至少要留一种人数。|At least one number of players stays.
value_on|开|yes
value_off|关|no
which_weekday|星期几？（星期鸡）|Which weekday (星期鸡)?
weekday_today|看的是今天的日期。|As the date says.
day_1|星期一|Monday
day_2|星期二|Tuesday
day_3|星期三|Wednesday
day_4|星期四|Thursday
day_5|星期五|Friday
day_6|星期六|Saturday
day_7|星期天|Sunday
missing_suit|各家定缺哪一门？|Which suit did each declare to lack (定缺)?
missing_suit_note|不知道的，缺哪一门都算。|Not known: any will do.
suit_m|万|wan 万
suit_p|筒|tong 筒
suit_s|条|tiao 条
side_bets|各家估卖|Side bets (估卖)
earthly|谁是地胡？一张没打就胡|Who won before their first discard (地胡)?
extra|另外给的|Besides
extra_note|规矩以外，谁另给谁多少：请客、罚款、上一局补的。|What one gives another beside the rules: a treat, a fine, an old debt.
n_extra|手写 {n} 笔|{n} lines by hand|{n} line by hand
add_extra|手写一笔|A line by hand
extra_from|谁给？|From whom?
extra_to|给谁？|To whom?
extra_units|多少个|How many units
extra_why|为什么|Why
term_by_hand|另给|by hand
rules_in_short|这套规矩怎么算|These rules in short
interpretations|原文没说清、这里定下的：|Where the source is silent we decided:
rules_guizhou|贵州麻将|Guizhou
rules_zhuoji|捉鸡麻将|Zhuoji
rules_guiyang|贵阳麻将|Guiyang
rules_liupanshui|六盘水信号鸡|Liupanshui
rules_mil|竞技麻将|Competition
end_self_draw|自摸|Self-draw 自摸
end_discard|点炮|Discard 点炮
end_robbed_kong|抢杠|Robbed kong 抢杠
end_drawn|黄庄，没人胡|Nobody won 黄庄
fate_lying|还躺着（冲锋鸡）|Still lying (冲锋鸡)
fate_claimed|被碰或杠走（责任鸡）|Ponged or konged (责任鸡)
fate_won|被胡走|Won on
assumed_self_draw|当作自摸|won by self-draw
assumed_drawn|当作黄庄|nobody won
assumed_winner|当作 {who} 胡的|the winner: {who}
assumed_dealer|当作 {who} 坐庄|the dealer: {who}
assumed_streak|当作头一次坐庄|the dealer's first time
assumed_stake|底注没说，当作 {n}|the stake: {n}
assumed_kong_bloom|当作不是杠上花|no kong bloom (杠上花)
assumed_hot_shot|当作不是热炮|no hot shot (热炮)
assumed_earthly|当作不是地胡|no earthly win (地胡)
assumed_heavenly|当作不是天胡|no heavenly win (天胡)
assumed_side_bets|当作都没估卖|no side bets (估卖)
assumed_refused|当作没人过水|nobody let a win go
assumed_declared|当作 {who} 没报听|not declared (报听): {who}
assumed_fate_lying|头一张{tile}当作还躺着（冲锋鸡）|the first {tile} still lies (冲锋鸡)
assumed_fate_claimed|头一张{tile}当作被碰或杠走（责任鸡）|the first {tile} was claimed (责任鸡)
assumed_fate_won|头一张{tile}当作就是被胡走的|the first {tile} was the one won on
assumed_late|{who} 的{tile}憨包豆当作四张自己摸的|late kong of {tile}, {who}: all four drawn
assumed_meld|{who} 的{tile}看照片当作{how}|{tile} of {who}, by the photo: {how}
assumed_kongs|{who} 没看到牌，当作没有碰杠|not seen, no melds: {who}
assumed_discards|没说 {who} 打出几只鸡，没数到的当作没有|discarded chickens of {who}: none beside those counted
assumed_miscounted|{who} 张数不对（相公），当作没听|miscounted (相公), not ready: {who}
term_pong|碰|pong
term_concealed|闷豆|concealed kong
term_added|补杠|added kong
term_exposed|明杠|exposed kong
term_late|憨包豆|late kong
term_ping_hu|平胡|plain win
term_da_dui_zi|大对子|all triplets
term_xiao_qi_dui|小七对|seven pairs
term_long_qi_dui|龙七对|dragon seven pairs
term_qing_yi_se|清一色|one suit
term_qing_da_dui|清大对|one-suit triplets
term_qing_qi_dui|清七对|one-suit seven pairs
term_qing_long_bei|清龙背|one-suit dragon pairs
term_di_long|地龙|a pong and five pairs, won on its fourth
term_qing_dan_diao|清单吊|one-suit single wait
term_qing_di_long|清地龙|one-suit 地龙
term_qi_dui|七对|seven pairs
term_dan_diao|单吊|single wait
term_soft|软报|soft
term_hard|硬报|hard
term_soft_declared|软报|declared, soft
term_hard_declared|硬报|declared, hard
term_heavenly|天胡|heavenly win
term_earthly|地胡|earthly win
term_kong_bloom|杠上花|kong bloom
term_hot_shot|热炮|hot shot
term_robbed_kong|抢杠|robbed kong
term_wind|吹风鸡，不算|blown away by the turned 5 tong
term_void|包牌作废|the win is void
term_burnt|烧鸡烧豆|burnt
term_not_ready|没听牌|not ready

problem_offline|连不上服务器。|The server can't be reached.
problem_slow|等太久了，再试一次。|It took too long; try again.
problem_odd_answer|服务器答得不对。|The server's answer is odd.
problem_bad_link|这个链接坏了，多半是没复制全。请发的人再复制一次，或者发图片。|This link is damaged, most likely cut short. Ask for it again, or for the picture.
problem_bad_file|这个文件读不了。|This file can't be read.
problem_not_a_picture|这不是能看的照片。|This is no picture that can be read.
problem_too_large|照片太大了。|The photo is too large.
problem_busy|服务器正忙，等一下再试。|The server is busy; try again.
problem_no_key|要有钥匙才能用这台服务器。|This server asks for a key.
problem_too_many|问得太快了，等一下再来。|Too many questions at once; try again in a moment.
`;

// What the API refuses, by its codes; in English its own sentence is shown.
export const REFUSED = `
bad_corrections|这处改动行不通。
bad_tile|有一张牌不对。
bad_from|点炮或被抢的人不对。
bad_heavenly|天胡要庄家起手自摸、没有碰杠。
bad_stake|底注不对。
robbed_pong_missing|被抢的人没碰过{tile}。
unknown_rules|不认识这套规矩。
unknown_option|这套规矩没有这个约定。
unknown_value|规矩里有一项不认识。
bad_rules|你们的规矩有一处不对。
bad_player_count|这套规矩不是这么多人打。
bad_dealer|庄家不对。
bad_streak|连庄次数不对。
bad_by|怎么胡的没说对。
turned_without_win|没人胡就不翻鸡。
wins_disagree|几家胡的说得不一样。
bad_weekday|星期几不对。
bad_side_bet|估卖不对。
bad_missing|定缺不对。
bad_earthly|地胡要不是庄家、没碰没打就胡。
bad_json|服务器没看懂。
photo_missing|没有照片。
bad_facts|情况里有一处不对。
bad_set|这不是学过的牌。
crashed|算的时候出了事，再试一次；还不行就换一张小些的照片。
unknown_host|这台服务器不叫这个名字。
cross_site|这是从别的网站来的，服务器不理。
not_json|服务器没看懂。
bad_form|服务器没看懂。
too_slow|太慢了，再试一次。
not_found|服务器没有这个。
method_not_allowed|服务器不让这样问。
internal|服务器出错了，再试一次。
bad_seat|座位不对。
bad_meld|{who}的碰杠不对。
bad_declared|{who}的报听不对。
bad_after_kong|刚开的杠不对。
after_kong_missing|刚开的那个杠没写上。
fifth_copy|{tile}多过四张。
winner_unseen|胡的人（{who}）的牌没看到。
miscounted|胡的人（{who}）张数不对（相公）。
not_complete|{who}胡不了{tile}，这手牌没胡。
no_pass|{who}没有通行证，平胡不能胡别人打的{tile}。
refused_earlier|{who}过了水，还不能胡。
refused_but_drew|{who}过了水又自摸，就是摸过牌了。
declared_not_ready|{who}报了听，可是没听牌。
declared_with_melds|{who}报了听，不能有碰杠。
first_discarder_contradicted|头一张{tile}的去处对不上。
`;

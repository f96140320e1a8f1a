// What the page says of other players' tiles and of all photos of a round together; as in phrases.js.

export const OTHERS = `
hand_in_photo|照片里 {who} 的牌|{who}'s tiles in the photo
it_is_theirs|这是 {who} 的牌|These are {who}'s
moved|{from}名下的牌是 {who} 的|The tiles under {from} are {who}'s
handed_over|现在是 {who} 的牌了。|Now they are {who}'s.
it_is_mine|这手是我的|This hand is mine
whose_these|这几张是谁的？|Whose are these?
turned_there|墙上翻着 {tile}：是翻出的那张|{tile} lies turned on the wall: it is the turned tile
too_many|{tile} 一共 {n} 张，一副牌只有 4 张：{where}|{n} tiles of {tile}, a set has 4: {where}
so_many_of|{who} {n} 张|{who} {n}
`;
